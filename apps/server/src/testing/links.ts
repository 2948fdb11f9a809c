import type { OpenedLink } from '@perenne/contract/links';
import type { TestApp } from './test-app.ts';

type Answering = Pick<TestApp, 'app'>;

/** Asks for what a link opens, as the page of links does. */
export const askForLink = ({ app }: Answering, link: string) =>
  app.inject({
    method: 'POST',
    url: '/backend/api/v1/public/links',
    payload: { reference: new URL(link).hash.slice(1) },
  });

export async function openLink(test: Answering, link: string): Promise<OpenedLink> {
  const answer = await askForLink(test, link);
  if (answer.statusCode !== 200) throw new Error(`the link opened nothing: ${answer.body}`);
  return answer.json<OpenedLink>();
}

export const tokenOf = async (test: Answering, link = ''): Promise<string> => (await openLink(test, link)).token;

export const linksIn = (text: string): string[] => text.match(/https?:\/\/\S+\/p#[\w-]{22}/g) ?? [];

/** The first link of this kind in a message. */
export async function linkIn(test: Answering, text: string, kind: OpenedLink['kind']): Promise<string> {
  for (const link of linksIn(text)) if ((await openLink(test, link)).kind === kind) return link;
  throw new Error(`no link of the kind ${kind} in: ${text}`);
}
