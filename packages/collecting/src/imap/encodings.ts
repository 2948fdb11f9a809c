import { decode as decodeQuoted } from 'libqp';

/** The bytes of a part, decoded as they come. */
export function decodePart(encoding: string, chunks: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  if (encoding === 'base64') return decodeBase64(chunks);
  return encoding === 'quoted-printable' ? decodeLines(chunks) : chunks;
}

async function* decodeBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk.toString('latin1').replace(/[^A-Za-z0-9+/]/g, '');
    const whole = text.length - (text.length % 4);
    held = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (held.length > 1) yield Buffer.from(held, 'base64');
}

/** Longer lines are none: they are cut, and not collected. */
const longestLineBytes = 65_536;

/** The library decodes what is whole in memory: it gets whole lines. */
async function* decodeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    const cut = end === 0 && text.length > longestLineBytes ? text.length - 2 : end;
    held = text.slice(cut);
    if (cut > 0) yield decodeQuoted(text.slice(0, cut));
  }
  if (held !== '') yield decodeQuoted(held);
}
