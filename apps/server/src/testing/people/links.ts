import type { OpenedLink } from '@perenne/contract/links';
import type { TestApp } from '../test-app.ts';

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

/** Opens the links of a message, without those that are over. */
export async function openLinksIn(test: Answering, text: string): Promise<OpenedLink[]> {
  const answers = await Promise.all(linksIn(text).map((link) => askForLink(test, link)));
  return answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json<OpenedLink>());
}
