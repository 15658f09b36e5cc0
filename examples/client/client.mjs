#!/usr/bin/env node
// A client of mlf-server: logs in, makes a desk with robots, plays one hand by the defaults.
//
//   client.mjs [HOST:PORT] [VARIANT]        127.0.0.1:7080 xueliu
//
// Needs no packages: the WebSocket is done here. docs/en/protocol.md describes the messages.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';

const [address = '127.0.0.1:7080', wanted = 'xueliu'] = process.argv.slice(2);

// Text frames of RFC 6455, for a client that trusts its server to send whole messages.
async function openWebSocket() {
  const request = get(`http://${address}/ws`, { headers: {
    Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13,
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'), 'Sec-WebSocket-Protocol': 'mlf.v1',
  } });
  request.on('response', response => fail(`the server answers with ${response.statusCode}`));
  request.on('error', error => fail(error.message));
  const [, socket, head] = await once(request, 'upgrade');
  // Read by chunks: a stream waits for no more than its own buffer, and the list of variants is longer.
  const chunks = socket[Symbol.asyncIterator]();
  let kept = head;
  const take = async size => {
    while (kept.length < size) kept = Buffer.concat([kept, (await chunks.next()).value ?? fail('the server has closed the connection')]);
    const data = kept.subarray(0, size);
    kept = kept.subarray(size);
    return data;
  };
  const frame = (opcode, payload) => {
    const mask = randomBytes(4);
    const sizes = payload.length < 126 ? [0x80 | payload.length] : [0xfe, payload.length >> 8, payload.length & 255];
    socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...sizes]), mask, payload.map((byte, i) => byte ^ mask[i % 4])]));
  };
  async function* messages() {
    for (;;) {
      const [opcode, short] = await take(2);
      const size = short === 126 ? (await take(2)).readUInt16BE() : short === 127 ? Number((await take(8)).readBigUInt64BE()) : short;
      const payload = await take(size);
      if ((opcode & 15) === 1) yield JSON.parse(payload);
      if ((opcode & 15) === 8) fail(`closed with ${payload.length < 2 ? 'no reason' : payload.readUInt16BE()}`);
      if ((opcode & 15) === 9) frame(10, payload);
    }
  }
  return { messages: messages(), send: message => frame(1, Buffer.from(JSON.stringify(message))) };
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

const { messages, send } = await openWebSocket();
const read = async () => (await messages.next()).value;
const pushes = [];  // that came before an answer
let asked = 0;
// Sends a request; its answer, `ok` or `error`.
const ask = async (t, fields = {}) => {
  send({ t, re: ++asked, ...fields });
  for (;;) {
    const message = await read();
    if (message.re === asked) return message;
    pushes.push(message);
  }
};
const ok = async (t, fields) => {
  const answer = await ask(t, fields);
  if (answer.t === 'error') fail(`${t}: ${answer.code}: ${answer.reason.en}`);
  return answer;
};

const { user } = await ok('login', { name: 'example' });
const variant = (await ok('variants')).variants.find(one => one.id === wanted) ?? fail(`there is no variant ${wanted}`);
const { desk } = await ok('create', { variant: wanted, robots: variant.seats - 1 });
console.log(`${user.name} (${user.id}) plays ${variant.en} at desk ${desk.id}`);
await ok('ready', { desk: desk.id, ready: true });
let match = 0, acts = 0;
for (;;) {
  const push = pushes.shift() ?? await read();
  match = push.match ?? match;
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
