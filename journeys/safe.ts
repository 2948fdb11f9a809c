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
