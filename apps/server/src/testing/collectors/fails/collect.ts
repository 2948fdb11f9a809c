import type { CollectedDocument, Run } from '@perenne/collecting/run';

/** Fails in the way that its credential names, after it has printed that word. */
export async function* collect({ credentials }: Run): AsyncGenerator<CollectedDocument> {
  const [way, word] = String(credentials['what']).split(' ');
  console.log('printed', word);
  if (way === 'throws') throw new Error(`no list for ${word}`);
  const title = way === 'misuses' ? new URL(String(word)).host : 'One';
  yield { identity: '1', title, fileName: 'one.pdf', date: '2026-1-1', async *open() {} };
}
