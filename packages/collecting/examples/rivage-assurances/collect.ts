import { CollectingError } from '@perenne/collecting/failures';
import type { HttpAnswer } from '@perenne/collecting/http/http';
import type { CollectedDocument, Run } from '@perenne/collecting/run';
import { z } from 'zod';

const site = 'https://api.rivage-assurances.example';

const session = z.object({ token: z.string().min(1) });
const refusal = z.object({ code: z.string() });
const list = z.object({
  documents: z.array(z.object({ id: z.string().min(1), title: z.string().min(1), date: z.iso.date() })),
  nextCursor: z.string().nullable(),
});

/** Gives the documents of the contracts, the newest first, up to the first one that the safe has. */
export async function* collect(run: Run): AsyncGenerator<CollectedDocument> {
  const get = await openSession(run);
  const seen = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null && !seen.has(cursor);) {
    seen.add(cursor);
    const page: z.output<typeof list> = await readJson(await get(`/api/documents?${query(cursor)}`), list);
    for (const { id, title, date } of page.documents) {
      if (await run.isKnown(id)) return;
      yield {
        ...{ identity: id, title, date, fileName: `${title}.pdf` },
        async *open() {
          yield* (await get(`/api/documents/${encodeURIComponent(id)}`)).bytes();
        },
      };
    }
    cursor = page.nextCursor;
  }
}

const query = (cursor: string) => new URLSearchParams({ cursor }).toString();

/** Signs in, and once more for each request whose token has expired meanwhile. */
async function openSession(run: Run): Promise<(path: string) => Promise<HttpAnswer>> {
  let token = await signIn(run);
  const send = (path: string) =>
    run.http.send({ url: `${site}${path}`, headers: { authorization: `Bearer ${token}` } });
  return async (path) => {
    let answer = await send(path);
    if (answer.status === 401) {
      await answer.text();
      token = await signIn(run);
      answer = await send(path);
    }
    if (answer.status !== 200) throw new CollectingError('PARTNER_CHANGED', `an address answers ${answer.status}`);
    return answer;
  };
}

async function signIn({ http, credentials }: Run): Promise<string> {
  const answer = await http.send({
    ...{ url: `${site}/api/session`, method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ login: credentials['login'], password: credentials['password'] }),
  });
  if (answer.status === 200) return (await readJson(answer, session)).token;
  const { code } = await readJson(answer, refusal);
  if (code === 'CREDENTIALS_INVALID' || code === 'PASSWORD_EXPIRED' || code === 'ACCOUNT_BLOCKED')
    throw new CollectingError(code);
  throw new CollectingError('PARTNER_CHANGED', 'the sign-in is refused for a reason that is not known');
}

/** @throws {CollectingError} PARTNER_CHANGED: the answer is no JSON of that shape */
async function readJson<T>(answer: HttpAnswer, shape: z.ZodType<T>): Promise<T> {
  try {
    return shape.parse(JSON.parse(await answer.text()));
  } catch (cause) {
    if (cause instanceof CollectingError) throw cause;
    throw new CollectingError('PARTNER_CHANGED', 'an answer has another shape', { cause });
  }
}
