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

/** Adds a document of 100 KB like no other at each call. */
export async function openUpload(
  client: Client,
  user: { email: string; password: string },
): Promise<() => Promise<void>> {
  const authorization = `Bearer ${await signIn(client, user)}`;
  // Another number in each process: a safe may have been added to by an earlier one.
  let next = Date.now();
  return async () => {
    const number = next++;
    const form = makeForm({ title: `Document ${number}` }, makeText(fileBytes, number), 'bench.txt');
    await addDocument(client, authorization, form);
  };
}

export async function addDocument(
  client: Client,
  authorization: string,
  form: ReturnType<typeof makeForm>,
): Promise<void> {
  const headers = { ...form.headers, authorization };
  const { status, text } = await client.send('POST', '/backend/api/v1/documents', { ...form, headers });
  if (status !== 201) throw new Error(`a document answered ${status} ${text}`);
}
