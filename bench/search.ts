import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Client, rateOf, signIn } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { startBareServer } from './reads.ts';

const rounds = 5;
const searchesARound = 60;
const documents = 10_000;
/** Documents whose contents are really read; all others get what was learnt of them. */
const samples = 40;
const wordsAContent = 300;

/** Looking for words in the titles and the texts of 10,000 documents, beside bare Fastify in the same minute. */
export async function measureSearch(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), product: await makeFolder(), bare: await makeFolder() };
  const productDatabase = await startBareDatabase(folders.product);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: productDatabase.ownerUrl,
    DATABASE_APP_URL: productDatabase.appUrl,
  });
  const database = await startBareDatabase(folders.bare);
  const bare = await startBareServer(database.ownerUrl);
  const client = new Client(instance.url);
  const bareClient = new Client(bare.url);
  try {
    const headers = await fillSafe(instance, client, productDatabase.ownerUrl);
    const limit = async () => {
      const { status } = await bareClient.send('GET', '/fifty', { headers: { authorization: `Bearer ${bare.token}` } });
      if (status !== 200) throw new Error(`the bare route answered ${status}`);
    };
    const measures: Measure[] = [];
    for (const [name, queries] of Object.entries(searches)) {
      const search = (index: number) => find(client, headers, queries[index % queries.length] ?? '');
      measures.push({
        ...{ name: `search in 10,000 documents: ${name}`, unit: 'ms', promise: { atMost: 10 } },
        ...(await compare(search, limit)),
      });
    }
    return measures;
  } finally {
    client.close();
    bareClient.close();
    await bare.stop();
    await instance.stop();
    await Promise.all([database.stop(), productDatabase.stop()]);
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

const nouns = ['Facture', 'Quittance', 'Attestation', 'Relevé', 'Contrat', 'Bulletin', 'Avenant', 'Courrier'];
const months = ['janvier', 'février', 'mars', 'avril', 'mai', 'juin', 'juillet', 'août', 'septembre', 'octobre'];

const titleOf = (index: number): string =>
  `${nouns[Math.floor(index / samples) % nouns.length]} de ${months[Math.floor(index / 3) % months.length]} ${2000 + (index % 27)} n° ${index}`;

/** Words that look like words: each is in the contents of a sample or two. */
const wordOf = (seed: number): string => {
  const syllables = ['ba', 'cor', 'di', 'fe', 'gui', 'lon', 'mar', 'nu', 'pré', 'ros', 'ti', 'va'];
  return Array.from({ length: 4 }, (_, at) => syllables[Math.floor(seed / 12 ** at) % 12]).join('');
};

const contentOf = (sample: number): string =>
  Array.from({ length: wordsAContent }, (_, at) => wordOf(sample * wordsAContent + at)).join(' ');

const searches: Record<string, string[]> = {
  'one document': ['9731', 'facture 4808', '1234'],
  'as it is typed': ['quit', 'facture jan', 'attest 2019', 'rele fev'],
  'a word of contents': [wordOf(17), wordOf(4_000), wordOf(9_111)],
  'a word of titles and one of contents': [`facture ${wordOf(17)}`, `contrat ${wordOf(6_000)}`],
};

async function find(client: Client, headers: Record<string, string>, query: string): Promise<void> {
  const { status, text } = await client.send('GET', `/backend/api/v1/documents?q=${encodeURIComponent(query)}`, {
    headers,
  });
  if (status !== 200 || text.startsWith('{"items":[]')) throw new Error(`“${query}” answered ${status}`);
}

/** Milliseconds an answer, one client, each round one beside the other. */
async function compare(search: (index: number) => Promise<void>, limit: () => Promise<void>) {
  const timeOf = async (work: (index: number) => Promise<void>) => 1000 / (await rateOf(searchesARound, 1, work));
  const measured = { ours: [] as number[], limit: [] as number[] };
  await timeOf(search);
  await timeOf(limit);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await timeOf(search));
    measured.limit.push(await timeOf(limit));
  }
  return measured;
}

/** A safe of 10,000 documents whose owner agreed that their texts be read. */
async function fillSafe(instance: Instance, client: Client, databaseUrl: string): Promise<Record<string, string>> {
  const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  const user = users.at(-1);
  if (!user) throw new Error('no user');
  const headers = { authorization: `Bearer ${await signIn(client, user)}` };
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const safeId = await readSamples(client, headers, database);
    await rateOf(documents, 16, (index) => addNote(client, headers, { title: titleOf(index), text: `note ${index}` }));
    await multiplySamples(database, safeId);
  } finally {
    await database.end();
  }
  return headers;
}

async function readSamples(client: Client, headers: Record<string, string>, database: pg.Client): Promise<string> {
  for (let sample = 0; sample < samples; sample++)
    await addNote(client, headers, { title: `Modèle ${sample}`, text: contentOf(sample) });
  const { status } = await client.send('PUT', '/backend/api/v1/user/content-reading', {
    headers: { ...headers, 'content-type': 'application/json' },
    body: [Buffer.from('{"accepted":true}')],
  });
  if (status !== 200) throw new Error(`agreeing answered ${status}`);
  for (;;) {
    const { rows } = await database.query(
      'select safe_id, count(*) as read from documents where cardinality(content_tags) > 500 group by 1',
    );
    if (Number(rows[0]?.read) >= samples) break;
    await wait(200);
  }
  const { rows } = await database.query('delete from content_readings returning safe_id');
  return rows[0].safe_id;
}

/** All the others get the words learnt of the samples; reading ten thousand texts is measured nowhere. */
async function multiplySamples(database: pg.Client, safeId: string): Promise<void> {
  await database.query(
    `with samples as (
       select row_number() over () - 1 as n, content_tags from documents
       where safe_id = $1 and cardinality(content_tags) > 500
     ), others as (
       select row_number() over () as n, document_id from documents where safe_id = $1 and content_tags is null
     )
     update documents d set content_tags = samples.content_tags
     from others join samples on samples.n = others.n % ${samples}
     where d.safe_id = $1 and d.document_id = others.document_id`,
    [safeId],
  );
  await database.query('vacuum analyze documents');
}

async function addNote(
  client: Client,
  headers: Record<string, string>,
  { title, text }: { title: string; text: string },
): Promise<void> {
  const boundary = 'perenne-bench';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`;
  const { status } = await client.send('POST', '/backend/api/v1/documents', {
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: [Buffer.from(body)],
  });
  if (status !== 201) throw new Error(`a document answered ${status}`);
}
