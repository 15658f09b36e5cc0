// What this device has added to walls: made before a hand, and kept until its check, which may come after a reload.

const freshSalt = (): string => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const KEY = "mlf.salts";
const KEPT = 64;

/** By desk while the hand has not begun, then by desk, match and hand. */
type Salts = [where: string, salt: string][];

function read(): Salts {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as Salts;
  } catch {
    return [];
  }
}

function write(salts: Salts): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(salts.slice(-KEPT)));
  } catch {
    // The check then says that this page has added nothing.
  }
}

const handKey = (desk: string, match: number, hand: number) => `${desk} ${match} ${hand}`;

/** Sends a new salt; one that was refused is no part of a wall. */
export async function giveSalt<T extends { t: string }>(desk: string, send: (salt: string) => Promise<T>): Promise<T> {
  const salt = freshSalt();
  write([...read().filter(([where]) => where !== desk), [desk, salt]]);
  const answer = await send(salt);
  if (answer.t !== "ok") write(read().filter(([, one]) => one !== salt));
  return answer;
}

/** A hand begins: what was sent before it is part of its wall. */
export function handBegins(desk: string, match: number, hand: number): void {
  write(read().map(([where, salt]) => (where === desk ? [handKey(desk, match, hand), salt] : [where, salt])));
}

export function saltOf(desk: string, match: number, hand: number): string | null {
  return read().find(([where]) => where === handKey(desk, match, hand))?.[1] ?? null;
}
