import type { Accounts } from './accounts.ts';

export interface Added {
  name: string;
  mimeType: string;
  buffer: Buffer<ArrayBuffer>;
}

/** Adds a document to a safe as its owner does, for the journeys that begin with some; gives its id. */
export async function addDocument({ baseUrl }: Accounts, token: string, file: Added): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([file.buffer], { type: file.mimeType }), file.name);
  const answer = await fetch(`${baseUrl}/backend/api/v1/documents`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  if (answer.status !== 201) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Adds many, a few at a time. */
export async function addDocuments(accounts: Accounts, token: string, files: readonly Added[]): Promise<void> {
  const waiting = [...files];
  const turns = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await addDocument(accounts, token, file);
  };
  await Promise.all(Array.from({ length: 4 }, turns));
}

/** The titles of a safe, the newest first. */
export async function readTitles({ baseUrl }: Accounts, token: string): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/backend/api/v1/documents?limit=200`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { items: { title: string }[] }).items.map(({ title }) => title);
}

/** Changes what is said of a document, as its owner does. */
export async function changeDocument(
  { baseUrl }: Accounts,
  token: string,
  { id, ...change }: { id: string; type?: string; expiresOn?: string },
): Promise<void> {
  const answer = await fetch(`${baseUrl}/backend/api/v1/documents/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`The change answered ${answer.status}: ${await answer.text()}`);
}

async function readPaper({ baseUrl }: Accounts, token: string, id: string) {
  const answer = await fetch(`${baseUrl}/backend/api/v1/documents/${id}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as { expiresOn?: string; readExpiresOn?: string };
}

/** Until when a paper is good, as its owner said. */
export const expiryOf = async (...paper: Parameters<typeof readPaper>): Promise<string | undefined> =>
  (await readPaper(...paper)).expiresOn;

/** Whether its text has said until when it is good. */
export const isRead = async (...paper: Parameters<typeof readPaper>): Promise<boolean> =>
  (await readPaper(...paper)).readExpiresOn !== undefined;

/** Agrees that contents are read. */
export async function acceptReading({ baseUrl }: Accounts, token: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/backend/api/v1/user/content-reading`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ accepted: true }),
  });
  if (!answer.ok) throw new Error(`The agreement answered ${answer.status}: ${await answer.text()}`);
}

/** Whether the worker has read a document, and drawn its first page. */
export async function hasThumbnail({ baseUrl }: Accounts, token: string, id: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/backend/api/v1/documents/${id}/thumbnail`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return answer.status === 200;
}
