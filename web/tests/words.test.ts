import { expect, it } from "vitest";
import { joined, nameOf, winName } from "../src/words";

const named = (zh: string, en: string) => ({ zh, en });

it("ids have the names of the variant, and of the rules of a desk", () => {
  const variant = { id: "v", nodes: { play: named("出牌", "play") }, terms: { limit: named("封顶", "limit") } };
  const words = joined(variant, { terms: { skill_of_desk: named("技能", "a skill") }, nodes: { extra: named("另", "extra") } });
  expect(nameOf(words, "play")).toEqual(named("出牌", "play"));
  expect(nameOf(words, "limit")).toEqual(named("封顶", "limit"));
  expect(nameOf(words, "skill_of_desk")).toEqual(named("技能", "a skill"));
  expect(nameOf(words, "extra").en).toBe("extra");
  expect(nameOf(joined(variant, null), "skill_of_desk").en).toBe("skill of desk");
});

it("a win has the name of the action that it came by", () => {
  const words = joined(
    { id: "v", nodes: { hu: named("荣和", "ron"), zi_mo: named("自摸", "tsumo") }, wins: { discard: "hu", self_draw: "zi_mo" } },
    null,
  );
  expect(winName(words, false)?.en).toBe("ron");
  expect(winName(words, true)?.en).toBe("tsumo");
  expect(winName(joined({ id: "v" }, null), true)).toBeNull();
  expect(winName(null, true)).toBeNull();
});
