import { beforeEach, expect, test, vi } from "vitest";
import { giveSalt, handBegins, saltOf } from "../src/fair/salts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});
const give = async (desk: string, answer = "ok") => {
  let sent = "";
  await giveSalt(desk, (salt) => Promise.resolve({ t: ((sent = salt), answer) }));
  return sent;
};

test("a salt belongs to the hand that begins next", async () => {
  const first = await give("d-1");
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(saltOf("d-1", 1, 0)).toBeNull();
  handBegins("d-1", 1, 0);
  expect(saltOf("d-1", 1, 0)).toBe(first);
  handBegins("d-1", 1, 1); // nothing was sent before it
  expect(saltOf("d-1", 1, 1)).toBeNull();
  expect(saltOf("d-1", 1, 0)).toBe(first);
});
test("the last one counts, and one that was refused does not", async () => {
  await give("d-1");
  const second = await give("d-1");
  await give("d-2");
  handBegins("d-1", 1, 0);
  expect(saltOf("d-1", 1, 0)).toBe(second);
  expect(saltOf("d-2", 1, 0)).toBeNull();
  await give("d-1", "error");
  handBegins("d-1", 1, 1);
  expect(saltOf("d-1", 1, 1)).toBeNull();
});
test("without storage nothing is claimed", async () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => {
      throw new Error("off");
    },
    setItem: () => {
      throw new Error("off");
    },
  });
  await give("d-1");
  handBegins("d-1", 1, 0);
  expect(saltOf("d-1", 1, 0)).toBeNull();
});
