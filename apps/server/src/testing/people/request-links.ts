import { Sharer } from './sharer.ts';
import { tokenOf } from './links.ts';
import type { TestOwner } from './makers.ts';
import type { TestApp } from '../test-app.ts';

/** The token of a new link by which an owner asks for documents. */
export async function makeLink(test: TestApp, owner: TestOwner): Promise<string> {
  const body = { title: 'Justificatifs', maxFiles: 20 };
  const answer = await new Sharer(test, owner).call('POST', 'document-requests', body);
  if (answer.statusCode !== 201) throw new Error(`the request answered ${answer.body}`);
  return tokenOf(test, answer.json<{ link: string }>().link);
}
