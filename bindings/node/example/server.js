// A table of a game server: it asks the seats, waits for their answers, lets time run out, and keeps the journal.
//
//   node example/server.js [variant] [seed]
//
// The players here are functions that answer after a while, or never. A server has connections in their place.
"use strict";
const { randomInt } = require("node:crypto");
const mlf = require("..");

class Table {
  /**
   * @param {mlf.Flow} flow
   * @param {(seat: number, response: mlf.engine.Response) => void} send called with a seat and what it may see of each step
   * @param {(journal: Buffer) => void} finished called when the match is over
   */
  constructor(flow, send, finished) {
    this.flow = flow;
    this.send = send;
    this.finished = finished;
    this.records = flow.blank();
    this.recorder = new mlf.Recorder(flow);
    /** @type {mlf.Chance | undefined} */
    this.chance = (hand, wall) => {
      // Nobody can guess these walls, and the seed of a hand reveals no other one.
      for (let i = wall.length - 1; i > 0; i--) {
        const other = randomInt(i + 1);
        [wall[i], wall[other]] = [wall[other], wall[i]];
      }
      return randomInt(2 ** 48 - 1);
    };
  }

  start(seed) {
    if (seed !== undefined) this.chance = undefined;
    this.show(this.recorder.start(this.records, seed ?? this.chance));
  }

  /** An answer of a player. Throws an error with the reason when it is refused; the table is as before. */
  answer(action) {
    this.show(this.recorder.processActionNode(this.records, action, this.chance));
  }

  show(response) {
    const opened = response.ask !== this.response?.ask;
    this.response = response;
    for (let seat = 0; seat < this.flow.seats; seat++) {
      // A stored answer to an undecided window is nobody else's business.
      if (response.status !== "waits") this.send(seat, response.json(seat));
    }
    if (response.status === "over") {
      clearTimeout(this.timer);
      this.recorder.end(this.records);
      this.finished(this.recorder.journal());
    } else if (opened) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.runOut(response.ask), this.milliseconds(response));
    }
  }

  /** The time of a window is over: its seats play their defaults. */
  runOut(ask) {
    while (this.response.ask === ask && this.response.status !== "over")
      this.answer({ seat: this.response.asked[0], node: "timeout", ask });
  }

  milliseconds(response) {
    return response.deadlineMs;
  }
}
module.exports = { Table };

if (require.main === module) {
  const flow = mlf.open(process.argv[2] ?? "xueliu");
  let refused = 0;
  const send = (seat, response) => {
    const choices = response.choices.find((one) => one.seat === seat);
    if (!choices || Math.random() < 0.02) return; // not asked, or asleep: the time runs out
    setImmediate(() => {
      const { ask, asked } = table.response;
      if (response.ask !== ask || !asked.includes(seat)) return; // the window has closed
      try {
        table.answer(table.response.action(seat, randomInt(table.response.count(seat))));
      } catch (error) {
        if (error.code !== "MLF_REFUSED") throw error;
        refused++;
      }
    });
  };
  const finished = (journal) => {
    const { scores } = flow.view(table.records, "full");
    const { complete, accepted } = flow.replay(journal);
    console.log(`${accepted} actions, ${refused} refused, points ${scores.join(" ")}, the journal replays: ${complete}`);
  };
  const table = new Table(flow, send, finished);
  table.milliseconds = () => 5;
  table.start(process.argv[3] && BigInt(process.argv[3]));
}
