// DeskPage: a desk: people sitting down, or the table in play.
import type { Room, State } from "../state/types";
import { TablePage } from "./TablePage";
import { WaitingRoom } from "./WaitingRoom";

export function DeskPage({ game, room }: { game: State; room: Room }) {
  if (!room.table) return <WaitingRoom game={game} room={room} />;
  return <TablePage phase={game.phase} room={room} table={room.table} />;
}
