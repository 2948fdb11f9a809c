import { z } from 'zod';
import { greyNoise, pdfWith } from '../apps/server/src/testing/files/sample-files.ts';
import { Client, makeForm, makeText, signIn, untilSettled } from './client.ts';
import { startInstance } from './instance.ts';

const fileBytes = 100_000;

/** Makes the world and its pictures. */
export async function settleWorld(dataFolder: string): Promise<void> {
  const instance = await startInstance(dataFolder);
  const client = new Client(instance.url);
  await untilSettled(client, instance);
  client.close();
  await instance.stop();
}

/** What an owner adds: another content for each number. */
type Files = { fileName: string; of(number: number): Buffer[] };

/** The worker makes no picture of them. */
const texts: Files = { fileName: 'bench.txt', of: (number) => [makeText(fileBytes, number)] };

/** Pages of 100 KB with words and a picture, which the worker draws, and reads where their owner agreed. */
export async function makeLetters(): Promise<Files> {
  const words = 'Quittance de loyer, payée en novembre. '.repeat(40);
  const letter = await pdfWith(words, await greyNoise(305, 305));
  const missing = fileBytes - letter.length;
  if (missing < 30) throw new Error(`a letter has ${letter.length} bytes`);
  // A comment behind the end makes it another file.
  return { fileName: 'lettre.pdf', of: (number) => [letter, Buffer.from(`\n%${number}`.padEnd(missing, ' '))] };
}

/** Adds a document of 100 KB like no other at each call. */
export async function openUpload(
  client: Client,
  user: { email: string; password: string },
  files = texts,
): Promise<() => Promise<void>> {
  const authorization = `Bearer ${await signIn(client, user)}`;
  // Another number in each process: a safe may have been added to by an earlier one.
  let next = Date.now();
  return async () => {
    const number = next++;
    await addDocument(
      client,
      authorization,
      makeForm({ title: `Document ${number}` }, files.of(number), files.fileName),
    );
  };
}

export async function addDocument(
  client: Client,
  authorization: string,
  form: ReturnType<typeof makeForm>,
): Promise<string> {
  const headers = { ...form.headers, authorization };
  const { status, text } = await client.send('POST', '/backend/api/v1/documents', { ...form, headers });
  if (status !== 201) throw new Error(`a document answered ${status} ${text}`);
  return String(JSON.parse(text).id);
}

/** Agrees that the worker reads the contents of this owner's documents. */
export async function agreeToReading(client: Client, authorization: string): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  const body = [Buffer.from('{"accepted":true}')];
  const { status } = await client.send('PUT', '/backend/api/v1/user/content-reading', { headers, body });
  if (status !== 200) throw new Error(`agreeing answered ${status}`);
}

const listed = z.object({
  items: z.array(z.object({ hasThumbnail: z.boolean() })),
  nextCursor: z.string().nullable(),
});

/** How many documents of a safe have their small picture, and how many have none. */
export async function countDrawn(client: Client, authorization: string): Promise<{ drawn: number; waiting: number }> {
  const counts = { drawn: 0, waiting: 0 };
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = `/backend/api/v1/documents?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { text } = await client.send('GET', path, { headers: { authorization } });
    const page = listed.parse(JSON.parse(text));
    for (const { hasThumbnail } of page.items) counts[hasThumbnail ? 'drawn' : 'waiting']++;
    cursor = page.nextCursor;
  }
  return counts;
}
