import { journalExport } from '@perenne/contract/evidence';
import { expect, it } from 'vitest';
import { Merger } from '../../testing/people/merger.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { exportJournal } from './evidence.ts';

it('lets others have their turn after every ten entries of a journal', async () => {
  const t = await createTestApp();
  const safe = await Merger.make(t);
  for (let count = 0; count < 60; count += 1) await safe.call('GET', 'user/journal?limit=1');
  let turns = 0;
  let isOver = false;
  const takeTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(takeTurn);
  };
  takeTurn();
  const openedInTurn = new Map<number, number>();
  const bytes: Buffer[] = [];
  for await (const chunk of exportJournal(t.platform, safe.owner)) {
    const opened = chunk.toString().split('"seq":').length - 1;
    openedInTurn.set(turns, (openedInTurn.get(turns) ?? 0) + opened);
    bytes.push(chunk);
  }
  isOver = true;
  const { chapters } = journalExport.parse(JSON.parse(Buffer.concat(bytes).toString()));
  const seqs = chapters.flatMap(({ entries }) => entries.map(({ seq }) => seq));
  expect(seqs.length).toBeGreaterThan(60);
  expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  expect(Math.max(...openedInTurn.values())).toBe(10);
  await t.close();
});
