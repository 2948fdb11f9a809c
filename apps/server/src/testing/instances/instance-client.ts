import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

const api = '/backend/api/v1';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The token of an owner who signs in; throws where the answer is another. */
export async function signIn(url: string, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await post(`${url}${api}/login`, { email, password });
  const token = answer.headers.get('set-authorization');
  if (!token) throw new Error(`sign-in answered ${answer.status}`);
  return token;
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

export type ListedDocument = { id: string; title: string; sha256: string; size: number };

/** Every document of a safe, the newest first, page after page. */
export async function listAll(url: string, token: string): Promise<ListedDocument[]> {
  const items: ListedDocument[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(`${url}${api}/documents?${query}`, { headers: bearer(token) });
    if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
    const page = (await answer.json()) as { items: ListedDocument[]; nextCursor: string | null };
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

export async function readContent(url: string, token: string, documentId: string): Promise<Buffer> {
  const answer = await fetch(`${url}${api}/documents/${documentId}/content`, { headers: bearer(token) });
  if (answer.status !== 200 || !answer.body) throw new Error(`the content answered ${answer.status}`);
  return buffer(answer.body);
}

/** Answered, but not with what was asked for. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;

  constructor(status: number) {
    super(`the upload answered ${status}`);
    this.status = status;
  }
}

/** Adds a file of these parts; throws where it was not acknowledged. */
export async function uploadFile(
  url: string,
  token: string,
  { fileName, parts }: { fileName: string; parts: Array<string | Uint8Array<ArrayBuffer>> },
): Promise<ListedDocument> {
  const form = new FormData();
  form.append('file', new Blob(parts), fileName);
  const answer = await fetch(`${url}${api}/documents`, { method: 'POST', headers: bearer(token), body: form });
  if (answer.status !== 201) throw new Refused(answer.status);
  return (await answer.json()) as ListedDocument;
}

export const uploadText = (
  url: string,
  token: string,
  { fileName, text }: { fileName: string; text: string },
): Promise<ListedDocument> => uploadFile(url, token, { fileName, parts: [text] });

export const sha256Of = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
