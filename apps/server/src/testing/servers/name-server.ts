import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const headBytes = 12;
const isAnswer = 0x81_80;
const typeA = 1;
const noSuchName = 3;

/**
 * A name server (RFC 1035) that knows the IPv4 addresses of some names: other types of them are empty, and all other
 * names do not exist. Systems ask at port 53 alone.
 */
export async function startNameServer(names: Readonly<Record<string, string>>, at: string, port = 53) {
  const socket = createSocket('udp4', (asked, from) => {
    const { name, type, end } = readQuestion(asked);
    const known = names[name];
    const records = known !== undefined && type === typeA ? [addressRecord(known)] : [];
    const head = Buffer.alloc(headBytes);
    asked.copy(head, 0, 0, 2);
    head.writeUInt16BE(isAnswer | (known === undefined ? noSuchName : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, asked.subarray(headBytes, end), ...records]), from.port, from.address);
  });
  socket.bind(port, at);
  await once(socket, 'listening');
  return { stop: () => socket.close() };
}

function readQuestion(asked: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
    labels.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: asked.readUInt16BE(at + 1), end: at + 5 };
}

/** Of the name that was asked for, for a minute. */
const addressRecord = (address: string): Buffer =>
  Buffer.from([0xc0, headBytes, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]);
