import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { hasClamd } from '../apps/server/src/testing/servers/clamd.ts';
import { beginForm, holdRequest } from '../apps/server/src/testing/uploads/held-requests.ts';
import { noisyPicture, pdfSaying, scanOf } from '../apps/server/src/testing/files/sample-files.ts';
import { type Client, rateOf } from './client.ts';
import { Counts } from './counts.ts';
import type { Person } from './person.ts';

export type Scene = {
  client: Client;
  port: number;
  /** Reads and adds documents all the while. */
  other: Person;
  /** Signs in meanwhile. */
  newcomer: { email: string; password: string };
  /** Whose links and account are misused. */
  holder: Person;
  /** Tokens of the holder’s links. */
  links: readonly string[];
};

/** Ends the attack; returns what it did. */
type Stop = () => Promise<string>;

export type Attack = {
  name: string;
  begin(scene: Scene): Stop | Promise<Stop>;
  /** The act of one person meanwhile, besides reading and uploading, where the attack aims at it. */
  aim?: { name: string; withinMs: number; work(scene: Scene): Promise<unknown> };
};

const signInsASecond = 20;
const drippingSockets = 400;
const silentUploads = 120;
const announcingSockets = 60;
const scans = 100;
const scansOfLink = 4;
const largeFiles = 200;
export const linksNeeded = scans / scansOfLink;

export const attacks: readonly Attack[] = [
  {
    name: `${signInsASecond} wrong sign-ins a second`,
    begin: floodSignIns,
    // No promise names a time: it is the one place to come back that a refused caller is given, twice.
    aim: { name: 'a right sign-in of another', withinMs: 10_000, work: signInAgainAndAgain },
  },
  { name: `${drippingSockets} sockets that drip headers`, begin: dripHeaders },
  { name: `${silentUploads} uploads that send nothing by a link, as many by an account`, begin: holdSilentUploads },
  {
    name: `${announcingSockets} sockets that announce 100 MB each by a link`,
    begin: announceFiles,
    aim: { name: 'an upload of the link’s owner', withinMs: 5_000, work: ({ holder }) => holder.addOrdinary() },
  },
  ...(hasClamd ? [{ name: `${scans} uploads that drip into clamd`, begin: dripIntoScans }] : []),
  // The last: what it leaves to draw goes on for minutes.
  {
    name: `${largeFiles} large PDFs of one owner to draw`,
    begin: addLargeFiles,
    // A turn of the worker lasts ten seconds.
    aim: { name: 'the picture of another’s document', withinMs: 15_000, work: seePicture },
  },
];

/** Each has an address of its own. */
const addressOf = (index: number): string => `127.1.${(index >> 8) & 255}.${index & 255}`;

function floodSignIns({ port }: Scene): Stop {
  const counts = new Counts();
  const answered: Array<Promise<void>> = [];
  const flooding = setInterval(() => {
    const body = JSON.stringify({ email: `personne-${answered.length}@example.org`, password: 'Fausse-Piste-12!' });
    const head = ['POST /backend/api/v1/login HTTP/1.1', 'host: localhost', 'content-type: application/json'];
    head.push(`content-length: ${body.length}`, 'connection: close');
    const request = holdRequest({ port, from: addressOf(answered.length), head });
    request.send(body);
    answered.push(request.status.then((status) => counts.add(`${status}`)));
  }, 1_000 / signInsASecond);
  return async () => {
    clearInterval(flooding);
    await Promise.all(answered);
    return counts.inWords();
  };
}

const comeBackMs = 5_000;

/** Comes back as often, and as late, as the server asks. */
async function signInAgainAndAgain({ client, newcomer: { email, password } }: Scene): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = [Buffer.from(JSON.stringify({ email, password }))];
  for (;;) {
    const { status } = await client.send('POST', '/backend/api/v1/login', { headers, body });
    if (status === 200) return;
    if (status !== 503) throw new Error(`${status}`);
    await wait(comeBackMs);
  }
}

const againAfterMs = 1_000;

/** Keeps so many sockets open: one that the server answers or ends is followed by another a second later. */
function keepOpen(count: number, open: (index: number) => Socket): Stop {
  const counts = new Counts();
  const sockets = new Set<Socket>();
  const over = new AbortController();
  const occupy = async (index: number) => {
    while (!over.signal.aborted) {
      const socket = open(index);
      sockets.add(socket);
      let status = 'cut off';
      socket.once('data', (bytes: Buffer) => {
        status = bytes.toString('latin1', 9, 12);
        socket.destroy();
      });
      await once(socket, 'close').catch(() => {});
      sockets.delete(socket);
      if (over.signal.aborted) return;
      counts.add(status);
      await wait(againAfterMs);
    }
  };
  const occupied = Array.from({ length: count }, (_, index) => occupy(index));
  return async () => {
    over.abort();
    const open = sockets.size;
    for (const socket of sockets) socket.destroy();
    await Promise.all(occupied);
    return [`${open} open at the end`, counts.inWords()].filter(Boolean).join(', ');
  };
}

function writeEachSecond(socket: Socket, bytes: string): Socket {
  const writing = setInterval(() => socket.write(bytes), 1_000);
  return socket.once('close', () => clearInterval(writing));
}

function dripHeaders({ port }: Scene): Stop {
  return keepOpen(drippingSockets, (index) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index) });
    socket.write('GET /health HTTP/1.1\r\nhost: localhost\r\nx-a: ');
    return writeEachSecond(socket, 'b');
  });
}

const filesPath = '/backend/api/v1/public/document-requests/files';
const documentsPath = '/backend/api/v1/documents';

type Upload = { path: string; token: string | undefined; index: number; port: number };

/** Announces a file of 100 MB. */
function announce({ path, token = '', index, port }: Upload): { socket: Socket; beginning: string } {
  const { head, beginning } = beginForm(path, { token, fileName: 'acte.txt', bytes: 100_000_000 });
  return { socket: holdRequest({ port, from: addressOf(index), head }).socket, beginning };
}

function holdSilentUploads({ port, links: [token], holder }: Scene): Stop {
  const byLink = { path: filesPath, token };
  const byAccount = { path: documentsPath, token: holder.token };
  return keepOpen(
    2 * silentUploads,
    (index) => announce({ ...(index % 2 === 0 ? byLink : byAccount), index, port }).socket,
  );
}

function announceFiles({ port, links: [token] }: Scene): Stop {
  return keepOpen(announcingSockets, (index) => {
    const { socket, beginning } = announce({ path: filesPath, token, index, port });
    socket.write(beginning);
    return socket;
  });
}

const line = 'Rien à lire\n';

/** Begins a scan with 70 KB, then sends just enough not to be ended. */
function dripIntoScans({ port, links }: Scene): Stop {
  return keepOpen(scans, (index) => {
    const token = links[Math.floor(index / scansOfLink)];
    const { socket, beginning } = announce({ path: filesPath, token, index, port });
    socket.write(beginning + line.repeat(6_000));
    return writeEachSecond(socket, line.repeat(750));
  });
}

async function addLargeFiles({ holder }: Scene): Promise<Stop> {
  const scan = await scanOf(await noisyPicture());
  const ids: string[] = [];
  await rateOf(largeFiles, 3, async (index) => {
    ids.push(await holder.add([scan, Buffer.from(`\n%${index}\n`)], 'scan.pdf'));
  });
  const countDrawn = async () => {
    const drawn = await Promise.all(ids.map((id) => holder.isDrawn(id)));
    return drawn.filter(Boolean).length;
  };
  const before = await countDrawn();
  return async () => {
    const after = await countDrawn();
    if (after === largeFiles) throw new Error('the files were drawn before the measure was over');
    return `of ${(scan.length / 1e6).toFixed(1)} MB, ${before} drawn at the beginning and ${after} at the end`;
  };
}

async function seePicture({ other }: Scene): Promise<void> {
  const id = await other.add(await pdfSaying(`Quittance ${performance.now()}`), 'quittance.pdf');
  while (!(await other.isDrawn(id))) await wait(100);
}
