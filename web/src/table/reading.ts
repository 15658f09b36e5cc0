// readingOf: concealed tiles as sets and a pair, the tile won on apart; as they are where no such reading exists.
import { kindOf } from "../tiles/faces";

const order = (a: string, b: string): number => a.slice(-1).localeCompare(b.slice(-1)) || kindOf(a).localeCompare(kindOf(b));

export function readingOf(concealed: string[], won: string | null, wilds: string[]): string[][] {
  const tiles = [...concealed].sort(order);
  const whole = won === null || tiles.length % 3 === 2 ? tiles : [...tiles, won].sort(order);
  const found = wholeReading(whole, wilds);
  if (!found) return [tiles];
  if (won === null) return found;
  // The tile won on lies apart: one of its kind leaves the group that it completed.
  const at = found.findIndex((group) => group.includes(won));
  return found.flatMap((group, index) => {
    if (index !== at) return [group];
    const rest = [...group];
    rest.splice(rest.indexOf(won), 1);
    return rest.length ? [rest] : [];
  });
}

function wholeReading(tiles: string[], wilds: string[]): string[][] | null {
  const wild = tiles.filter((tile) => wilds.includes(tile));
  const plain = tiles.filter((tile) => !wilds.includes(tile)).map(kindOf);
  if (tiles.length % 3 !== 2) return null;
  const found = pairs(plain, wild) ?? sets(plain, wild, false);
  // Read as the fives that they are, the red ones lie among them.
  const red = tiles.filter((tile) => kindOf(tile) !== tile);
  return (
    found?.map((group) =>
      group.map((tile) => {
        const at = red.findIndex((one) => kindOf(one) === tile);
        return at < 0 ? tile : red.splice(at, 1)[0]!;
      }),
    ) ?? null
  );
}

function pairs(plain: string[], wild: string[]): string[][] | null {
  if (plain.length + wild.length !== 14) return null;
  const groups: string[][] = [];
  const left = [...wild];
  for (let at = 0; at < plain.length;) {
    const tile = plain[at] as string;
    if (plain[at + 1] === tile) {
      groups.push([tile, tile]);
      at += 2;
    } else {
      const joker = left.pop();
      if (joker === undefined) return null;
      groups.push([tile, joker]);
      at += 1;
    }
  }
  while (left.length >= 2) groups.push(left.splice(0, 2));
  return groups;
}

/** Takes the lowest tile with what completes it, wildcards last. */
function sets(plain: string[], wild: string[], pair: boolean): string[][] | null {
  const [first] = plain;
  if (first === undefined) {
    if (wild.length === 0) return pair ? [] : null;
    if (!pair) return wild.length % 3 === 2 ? [wild.slice(0, 2), ...chunks(wild.slice(2))] : null;
    return wild.length % 3 === 0 ? chunks(wild) : null;
  }
  const number = Number(first[0]);
  const suit = first.slice(-1);
  const after = (step: number) => (suit !== "z" && suit !== "h" && number + step <= 9 ? `${number + step}${suit}` : null);
  const shapes: (string | null)[][] = [[first, first, first], [first, after(1), after(2)], ...(pair ? [] : [[first, first]])];
  const wildPlaces: (string | null)[][] =
    suit === "z" || suit === "h"
      ? []
      : [
          [after(-1), first, after(1)],
          [after(-2), after(-1), first],
        ];
  for (const shape of [...shapes, ...(wild.length ? wildPlaces : [])]) {
    if (shape.includes(null)) continue;
    const rest = [...plain];
    const jokers = [...wild];
    const group: string[] = [];
    let fits = true;
    for (const tile of shape as string[]) {
      const at = rest.indexOf(tile);
      if (at >= 0) group.push(...rest.splice(at, 1));
      else {
        const joker = jokers.pop();
        if (joker === undefined) {
          fits = false;
          break;
        }
        group.push(joker);
      }
    }
    if (!fits || rest.length === plain.length) continue;
    const others = sets(rest, jokers, pair || shape.length === 2);
    if (others) return [group, ...others];
  }
  return null;
}

const chunks = (tiles: string[]): string[][] => (tiles.length ? [tiles.slice(0, 3), ...chunks(tiles.slice(3))] : []);
