// A first program: a match by the first legal action, what a seat may do, and a hand judged.
"use strict";
const mlf = require("..");

const table = mlf.open("erren", { hands: 2 }).table();
table.start(42);
let actions = 0;
for (; !table.over; ++actions) {
  if (actions === 5) console.log(table.explain(table.seat, "en").text); // what this seat sees and may do, in words
  table.play(table.seat, 0);
}
console.log(`erren: ${actions} actions, hash ${table.hash}`);

try {
  table.processActionNode({ seat: 0, node: "discard", ask: 0, pieces: ["1m"] });
} catch (error) {
  if (!(error instanceof mlf.MlfError)) throw error;
  console.log(`after the end: ${error.message}`);
}

const { value, fans = [] } = mlf.open("xueliu").score({ hand: "123m456m789m12p55p", win: "3p", by: "self_draw" });
console.log(`worth ${value}: ${fans.map((fan) => fan.id).join(" ")}`);
