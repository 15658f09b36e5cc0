// Sitting down with robots: one request for the desk, one to be ready.
import type { Answer } from "../protocol/connection";
import type { Requests } from "../protocol/messages";
import { beReady, leave, sit } from "../store";

/** All places but one are robots'. A variant may have more places than seats; only the desk knows. */
export async function playWithRobots(fields: Omit<Requests["create"], "robots">, seats: number): Promise<Answer<"create">> {
  let answer = await sit("create", { ...fields, robots: seats - 1 });
  if (answer.t === "ok" && answer.desk.seats.length > seats) {
    const places = answer.desk.seats.length;
    await leave(answer.desk.id);
    answer = await sit("create", { ...fields, robots: places - 1 });
  }
  if (answer.t === "ok") await beReady(answer.desk.id);
  return answer;
}
