import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { CollectingError, DocumentFailure } from '@perenne/collecting/failures';
import { ResponseReader } from '@perenne/collecting/imap/responses';
import { openReplay, emptyTape } from '@perenne/collecting/tape';
import { pace } from '../../src/testing/pace.ts';
import { portOf } from '../../src/testing/instances/port-of.ts';
import { visit as visitBehindWalls } from '../../src/testing/people/visit.ts';
import { collect } from './collect.ts';

let server: Server | undefined;
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

type Answer = (command: string, tag: string) => string | null;

/** A server that answers each command as a test says; null ends the connection. */
async function serve(greeting: string | null, answer: Answer = () => null): Promise<number> {
  server = createServer((socket) => {
    sockets.add(socket);
    const say = (text: string | null) => (text === null ? socket.destroy() : socket.write(text));
    say(greeting);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', ...words] = line.split(' ');
        say(answer(words.join(' '), tag));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return portOf(server);
}

/** How a visit to it ends: with the names of what it brought, or with a code. */
const visit = async (port: number, memory: object | null = null): Promise<string[] | string> => {
  const { names, code } = await visitWhole(port, memory);
  return code ?? names;
};

async function visitWhole(port: number, memory: object | null = null) {
  const credentials = { host: 'imap.courriel.example', login: 'camille', password: 'x', senders: 'lumen.example' };
  const run = {
    ...openReplay(emptyTape(), { credentials, memory: memory as null }),
    connect: async () => connect(port, '127.0.0.1'),
  };
  const names: string[] = [];
  let code: string | null = null;
  try {
    for await (const { fileName, open } of collect(run)) if (await isRead(open())) names.push(fileName);
  } catch (error) {
    if (!(error instanceof CollectingError)) throw error;
    ({ code } = error);
  }
  return { names, code, memory: run.remembered() };
}

/** False where the document alone is cut, as a run does. */
async function isRead(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  try {
    for await (const _chunk of chunks);
    return true;
  } catch (error) {
    if (error instanceof DocumentFailure) return false;
    throw error;
  }
}

const welcome = '* OK ready\r\n';
const refuse =
  (code: string): Answer =>
  (_command, tag) =>
    `${tag} NO ${code}Sorry {12}\r\n`;
const envelope = '("1 Nov 2026" "Facture" (("L" NIL "f" "lumen.example")) NIL NIL NIL NIL NIL NIL "<1@lumen.example>")';
const structure = '("APPLICATION" "PDF" ("NAME" "f.pdf") NIL NIL "7BIT" 9 NIL NIL NIL NIL)';
/** A whole visit, where a test changes what it is about. */
const usual =
  (changed: Record<string, (tag: string) => string | null>): Answer =>
  (command, tag) => {
    const found = Object.entries(changed).find(([start]) => command.startsWith(start));
    if (found) return found[1](tag);
    if (command.startsWith('EXAMINE')) return `* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 5] x\r\n${tag} OK done\r\n`;
    if (command.startsWith('UID SEARCH')) return `* SEARCH 4\r\n${tag} OK done\r\n`;
    if (command.includes('BODY.PEEK')) return `* 1 FETCH (UID 4 BODY[1]<0> {9}\r\n%PDF-1.4\n)\r\n${tag} OK done\r\n`;
    if (command.startsWith('UID FETCH'))
      return `* 1 FETCH (UID 4 INTERNALDATE " 1-Nov-2026" ENVELOPE ${envelope} BODYSTRUCTURE ${structure})\r\n${tag} OK done\r\n`;
    return `${tag} OK done\r\n`;
  };

it.each([
  ['[AUTHENTICATIONFAILED] ', 'CREDENTIALS_INVALID'],
  ['', 'CREDENTIALS_INVALID'],
  ['[ALERT] ', 'CREDENTIALS_INVALID'],
  ['[EXPIRED] ', 'PASSWORD_EXPIRED'],
  ['[CONTACTADMIN] ', 'ACCOUNT_BLOCKED'],
  ['[AUTHORIZATIONFAILED] ', 'ACCOUNT_BLOCKED'],
  ['[UNAVAILABLE] ', 'PARTNER_UNAVAILABLE'],
  ['[LIMIT] ', 'PARTNER_UNAVAILABLE'],
  ['[PRIVACYREQUIRED] ', 'PARTNER_CHANGED'],
])('a sign-in that is refused with “%s” is told as %s', async (code, told) => {
  expect(await visit(await serve(welcome, refuse(code)))).toBe(told);
});

it.each<[string, string | null, Answer, string | string[]]>([
  ['gives what it has', welcome, usual({}), ['f.pdf']],
  ['closes at once', null, usual({}), 'PARTNER_UNAVAILABLE'],
  ['turns visitors away', '* BYE too many\r\n', usual({}), 'PARTNER_UNAVAILABLE'],
  ['is a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n', usual({}), 'PARTNER_CHANGED'],
  ['closes while it lists', welcome, usual({ 'UID SEARCH': () => null }), 'PARTNER_UNAVAILABLE'],
  ['ends the visit', welcome, usual({ EXAMINE: () => '* BYE maintenance\r\n' }), 'PARTNER_UNAVAILABLE'],
  ['knows no UIDs', welcome, usual({ 'UID SEARCH': (tag) => `${tag} BAD what\r\n` }), 'PARTNER_CHANGED'],
  ['has its folder locked', welcome, usual({ EXAMINE: (tag) => `${tag} NO [INUSE] x\r\n` }), 'PARTNER_UNAVAILABLE'],
  ['cuts a document', welcome, usual({ 'UID FETCH 4 (UID BODY': () => '* 1 FETCH (UID 4 BODY[1]<0> {9}\r\n%PD' }), ''],
  [
    'loses a message',
    welcome,
    usual({ 'UID FETCH 4 (UID BODY': (tag) => `${tag} OK none\r\n` }),
    'PARTNER_UNAVAILABLE',
  ],
  ['sends a line without an end', welcome, usual({ 'UID SEARCH': () => 'x'.repeat(9_000_000) }), 'PARTNER_CHANGED'],
  ['announces 10 GB', welcome, usual({ 'UID SEARCH': () => '* X {999999999}\r\n' }), 'PARTNER_CHANGED'],
  [
    'nests without an end',
    welcome,
    usual({ 'UID FETCH': () => `* 1 FETCH ${'('.repeat(5_000)}\r\n` }),
    'PARTNER_CHANGED',
  ],
  ['finds what is not its own', welcome, usual({ 'UID SEARCH': (tag) => `* SEARCH -1 x 1e99\r\n${tag} OK\r\n` }), []],
])('a server that %s', async (_what, greeting, answer, outcome) => {
  const port = await serve(greeting, (command, tag) => {
    const said = answer(command, tag);
    if (said?.endsWith('%PD')) setTimeout(() => [...sockets].map((socket) => socket.destroy()), 50);
    return said;
  });
  expect(await visit(port)).toEqual(outcome === '' ? 'PARTNER_UNAVAILABLE' : outcome);
});

it.each<[string, string, Answer]>([
  ['before its greeting', '', () => ''],
  ['at the sign-in', welcome, usual({ LOGIN: () => '' })],
  ['at the folder', welcome, usual({ EXAMINE: () => '' })],
  ['at the search', welcome, usual({ 'UID SEARCH': () => '' })],
  ['in the middle of an answer', welcome, usual({ 'UID FETCH': () => '* 1 FETCH (UID 4 INTERNALDATE' })],
  [
    'in the middle of a file',
    welcome,
    (command, tag) =>
      command.includes('BODY.PEEK') ? '* 1 FETCH (UID 4 BODY[1]<0> {9}\r\n%PDF' : usual({})(command, tag),
  ],
])('is left where it hangs %s, and nothing of it is kept', async (_where, greeting, answer) => {
  const host = 'imap.courriel.example';
  const isAt = await serve(greeting, answer);
  const visited = await visitBehindWalls({
    agentId: 'mailbox',
    credentials: { host, login: 'camille', password: 'x', senders: 'lumen.example' },
    local: { standIns: [{ host, port: 993, isAt }], loopbackPorts: [] },
    limits: { silentMs: 700 * pace },
  });
  expect(visited).toMatchObject({ code: 'PARTNER_UNAVAILABLE', documents: [], memory: null });
});

it('goes on where it ended, and is read anew where the numbers changed', async () => {
  const port = await serve(welcome, usual({}));
  expect(await visit(port, { uidValidity: '7', uidNext: 5 })).toEqual([]);
  expect(await visit(port, { uidValidity: '7', uidNext: 4 })).toEqual(['f.pdf']);
  expect(await visit(port, { uidValidity: '6', uidNext: 5 })).toEqual(['f.pdf']);
});

const no = (code: string) => (tag: string) => `${tag} NO ${code}x\r\n`;

it.each<[string, Record<string, (tag: string) => string | null>, string]>([
  ['a search, for now', { 'UID SEARCH': no('[UNAVAILABLE] ') }, 'PARTNER_UNAVAILABLE'],
  ['a search, without a word', { 'UID SEARCH': no('') }, 'PARTNER_UNAVAILABLE'],
  ['a search, for good', { 'UID SEARCH': no('[BADCHARSET] ') }, 'PARTNER_CHANGED'],
  ['its list, for now', { 'UID FETCH': no('[THROTTLED] ') }, 'PARTNER_UNAVAILABLE'],
  ['a document, for now', { 'UID FETCH 4 (UID BODY': no('[LIMIT] ') }, 'PARTNER_UNAVAILABLE'],
])('a server that refuses %s ends the visit', async (_what, changed, code) => {
  expect(await visitWhole(await serve(welcome, usual(changed)))).toEqual({ names: [], code, memory: null });
});

it.each<[string, string]>([
  ['document', 'UID FETCH 4 (UID BODY'],
  ['message', 'UID FETCH'],
])('a server that refuses its one %s is tried again soon, and then by day', async (_what, command) => {
  const port = await serve(welcome, usual({ [command]: no('[SERVERBUG] ') }));
  const memory = { uidValidity: '7', uidNext: 5, left: [4] };
  expect(await visitWhole(port)).toEqual({ names: [], code: 'PARTNER_UNAVAILABLE', memory });
  expect(await visitWhole(port, memory)).toEqual({ names: [], code: null, memory });
});

/** Three messages, the newest of which the server cannot give in the way of a test. */
const withOneBad = (bad: RegExp, answer: (tag: string) => string): Answer =>
  function answerTo(command, tag) {
    const uids = /^UID FETCH ([\d,]+) \(UID INTERNALDATE/.exec(command)?.[1]?.split(',');
    if (command.startsWith('UID SEARCH')) return `* SEARCH 2 3 4\r\n${tag} OK done\r\n`;
    if (bad.test(command)) return answer(tag);
    if (!uids) return usual({})(command, tag)?.replace('UID 4', `UID ${/FETCH (\d)/.exec(command)?.[1] ?? 4}`) ?? null;
    const lines = uids.map((uid) => {
      const named = structure.replace('f.pdf', `${uid}.pdf`);
      const own = envelope.replace('<1@', `<${uid}@`);
      return `* ${uid} FETCH (UID ${uid} INTERNALDATE " 1-Nov-2026" ENVELOPE ${own} BODYSTRUCTURE ${named})\r\n`;
    });
    return `${lines.join('')}${tag} OK done\r\n`;
  };

it.each<[string, RegExp, (tag: string) => string]>([
  ['refuses the content', /FETCH 4 \(UID BODY/, no('[SERVERBUG] ')],
  ['refuses the content, for good', /FETCH 4 \(UID BODY/, no('[CANNOT] ')],
  ['gives nothing for the content', /FETCH 4 \(UID BODY/, (tag) => `${tag} OK done\r\n`],
  ['refuses the structure', /FETCH [\d,]*4[\d,]* \(UID INTERNALDATE/, no('[SERVERBUG] ')],
])('a message of which the server %s is passed over, and tried again', async (_what, bad, answer) => {
  const searched: string[] = [];
  const port = await serve(welcome, (command, tag) => {
    if (command.startsWith('UID SEARCH')) searched.push(command.replace(' FROM "lumen.example"', ''));
    return withOneBad(bad, answer)(command, tag);
  });
  const first = await visitWhole(port);
  expect(first).toMatchObject({ names: ['3.pdf', '2.pdf'], code: null });
  await visitWhole(port, first.memory as object);
  expect(searched).toEqual(['UID SEARCH UID 1:4', 'UID SEARCH UID 4']);
});

it('comes to the end of a mailbox with more attachments than a visit may offer, where most have come', async () => {
  const host = 'imap.courriel.example';
  const isAt = await serve(welcome, withOneBad(/never/, no('')));
  const visited = await visitBehindWalls({
    agentId: 'mailbox',
    credentials: { host, login: 'camille', password: 'x', senders: 'lumen.example' },
    local: { standIns: [{ host, port: 993, isAt }], loopbackPorts: [] },
    limits: { offers: 1 },
    known: new Set(['<4@lumen.example> 1', '<3@lumen.example> 1']),
  });
  expect(visited).toMatchObject({ code: null, documents: [{ fileName: '2.pdf' }], asked: 3 });
});

it('takes a part that is said to be NIL as an empty one', async () => {
  const empty = (tag: string) => `* 1 FETCH (UID 4 BODY[1]<0> NIL)\r\n${tag} OK done\r\n`;
  expect(await visit(await serve(welcome, usual({ 'UID FETCH 4 (UID BODY': empty })))).toEqual(['f.pdf']);
});

it('asks a server that does not say the next number for the highest', async () => {
  const searched: string[] = [];
  const answer = usual({
    EXAMINE: (tag) => `* OK [UIDVALIDITY 7] x\r\n${tag} OK done\r\n`,
    'UID FETCH *': (tag) => `* 9 FETCH (UID 41)\r\n${tag} OK done\r\n`,
  });
  const port = await serve(welcome, (command, tag) => {
    if (command.startsWith('UID SEARCH')) searched.push(command);
    return answer(command, tag);
  });
  expect(await visit(port)).toEqual(['f.pdf']);
  expect(searched).toEqual(['UID SEARCH UID 1:41 FROM "lumen.example"']);
});

it('signs in by AUTHENTICATE where LOGIN is not offered', async () => {
  const said: string[] = [];
  const port = await serve('* OK [CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=PLAIN] x\r\n', (command, tag) => {
    said.push(command === '' ? tag : command);
    return command === 'AUTHENTICATE PLAIN' ? '+ \r\n' : `p1 NO [AUTHENTICATIONFAILED] x\r\n`;
  });
  expect(await visit(port)).toBe('CREDENTIALS_INVALID');
  expect(said).toEqual(['AUTHENTICATE PLAIN', Buffer.from('\0camille\0x').toString('base64')]);
});

it('reads any bytes without breaking', async () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('* ', '(', ')', '"', '\\', '{3}\r\n', '\r\n', 'NIL', 'p1 OK [', ']', 'FETCH')
      .map((t) => Buffer.from(t)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const reader = new ResponseReader(
        (async function* () {
          yield* pieces;
        })(),
      );
      await expect(readAll(reader)).rejects.toBeInstanceOf(CollectingError);
    }),
  );
});

async function readAll(reader: ResponseReader): Promise<never> {
  for (;;) await reader.next();
}
