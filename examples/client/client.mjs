#!/usr/bin/env node
// A client of mlf-server: logs in, makes a desk with robots, plays one hand by the defaults.
//
//   client.mjs [HOST:PORT] [VARIANT]        127.0.0.1:7080 xueliu
//
// Needs no packages. Node has a WebSocket from version 22; for older ones it is done here.
// docs/en/protocol.md describes the messages.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const [address = '127.0.0.1:7080', wanted = 'xueliu'] = process.argv.slice(2);

// Calls `onText` with each message; gives a function that sends one.
function openWebSocket(onText) {
  if (globalThis.WebSocket) {
    const socket = new WebSocket(`ws://${address}/ws`, 'mlf.v1');
    socket.onmessage = event => onText(event.data);
    socket.onerror = () => fail('no connection');
    socket.onclose = event => onText(JSON.stringify({ t: 'closed', code: event.code }));
    return new Promise(done => { socket.onopen = () => done(text => socket.send(text)); });
  }
  const [host, port] = [address.slice(0, address.lastIndexOf(':')), Number(address.slice(address.lastIndexOf(':') + 1))];
  const socket = connect(port, host);
  const frame = (opcode, payload) => {
    const mask = randomBytes(4);
    const head = payload.length < 126 ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0xfe, payload.length >> 8, payload.length & 255]);
    socket.write(Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]));
  };
  socket.write(`GET /ws HTTP/1.1\r\nHost: ${address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
    'Sec-WebSocket-Protocol: mlf.v1\r\n\r\n');
  socket.on('error', error => fail(error.message));
  socket.on('close', () => onText('{"t": "closed"}'));
  let buffer = Buffer.alloc(0), open = false;
  return new Promise(done => socket.on('data', data => {
    buffer = Buffer.concat([buffer, data]);
    if (!open) {
      const end = buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!buffer.subarray(0, end).toString().startsWith('HTTP/1.1 101')) fail(buffer.subarray(0, end).toString());
      buffer = buffer.subarray(end + 4);
      open = true;
      done(text => frame(1, Buffer.from(text)));
    }
    while (buffer.length >= 2) {
      const short = buffer[1] & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (buffer.length < head) return;
      const size = short < 126 ? short : short === 126 ? buffer.readUInt16BE(2) : Number(buffer.readBigUInt64BE(2));
      if (buffer.length < head + size) return;
      const opcode = buffer[0] & 15, payload = buffer.subarray(head, head + size);
      buffer = buffer.subarray(head + size);
      if (opcode === 1) onText(payload.toString());
      if (opcode === 9) frame(10, payload);
    }
  }));
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

const waiting = new Map();  // requests by their mark
const pushes = [];
let wake = () => {};
const send = await openWebSocket(text => {
  const message = JSON.parse(text);
  const answer = waiting.get(message.re);
  if (answer) waiting.delete(message.re);
  if (answer) return answer(message);
  pushes.push(message);
  wake();
});

let asked = 0;
// Sends a request; its answer, `ok` or `error`.
const ask = (t, fields = {}) => new Promise(done => {
  waiting.set(++asked, done);
  send(JSON.stringify({ t, re: asked, ...fields }));
});
const ok = async (t, fields) => {
  const answer = await ask(t, fields);
  if (answer.t === 'error') fail(`${t}: ${answer.code}: ${answer.reason.en}`);
  return answer;
};
const nextPush = async () => {
  while (pushes.length === 0) await new Promise(done => { wake = done; });
  return pushes.shift();
};

const { user } = await ok('login', { name: 'example' });
const variant = (await ok('variants')).variants.find(one => one.id === wanted) ?? fail(`there is no variant ${wanted}`);
const { desk } = await ok('create', { variant: wanted, robots: variant.seats - 1 });
console.log(`${user.name} (${user.id}) plays ${variant.en} at desk ${desk.id}`);
await ok('ready', { desk: desk.id, ready: true });
let match = 0, acts = 0;
for (;;) {
  const push = await nextPush();
  match = push.match ?? match;
  if (push.t === 'closed') fail('the server has closed the connection');
  for (const event of push.events ?? []) console.log(' ', Object.entries(event).map(pair => pair.join('=')).join(' '));
  if (push.t === 'hand') {
    console.log(`after ${acts} acts the hand is over: ${push.points}; replay: http://${address}${push.replay}`);
    break;
  }
  if (!push.defaults?.length) continue;
  // The own seat is asked. A push that has come since may have closed the window; what is refused changes nothing.
  const { node, pieces, value } = push.defaults[0];
  const answer = await ask('act', { desk: desk.id, match, id: `act-${++acts}`, ask: push.ask, node, pieces, value });
  if (answer.t === 'error') console.log(`  ${answer.code}: ${answer.reason.en}`);
}
await ok('dissolve', { desk: desk.id });
await ok('logout');
process.exit(0);
