// Which events the check of the wall needs. The check itself is loaded when it is wanted.

/** Events that take tiles off the wall, one a piece. */
export const TAKES: ReadonlySet<string> = new Set(["deal", "draw", "flowers_replaced", "turn_laizi", "mai_ma"]);

/** A seat exchanged tiles for tiles of the wall. Nobody knows their places, so no later draw can be compared. */
export const WALL_EXCHANGED = "exchange_received_of_wall";

/** Events that the check reads. */
export const EVIDENCE: ReadonlySet<string> = new Set([...TAKES, WALL_EXCHANGED, "shuffle", "dice"]);
