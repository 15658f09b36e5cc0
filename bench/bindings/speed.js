// Actions a second of one core: speed.js VARIANT SECONDS, with the package in the folder MLF_NODE.
"use strict";
const mlf = require(process.env.MLF_NODE);

const [variant = "xueliu", seconds = "1"] = process.argv.slice(2);
const now = () => process.cpuUsage().user + process.cpuUsage().system;
const table = mlf.open(variant).table();
let best = 0;
let seed = 0;
let n = 0;
for (let round = 0; round < 5; ++round) {
  const start = now();
  const first = n;
  while ((n & 1023) !== 0 || now() < start + 1e6 * seconds) {
    ++n;
    if (table.over || table.version === 0) table.start(++seed);
    else table.play(table.seat, (n * 7919) % table.count(table.seat));
  }
  best = Math.max(best, ((n - first) / (now() - start)) * 1e6);
}
console.log(best.toFixed(0));
