// Which events the check of the wall needs. The check itself is loaded when it is wanted.

/** Events that take tiles off the wall, one a piece. */
export const TAKES: ReadonlySet<string> = new Set(["deal", "draw", "flowers_replaced", "turn_laizi", "mai_ma"]);

/** Events that the check reads. */
export const EVIDENCE: ReadonlySet<string> = new Set([...TAKES, "shuffle", "dice"]);
