import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { readFonts } from '../../../platform/fonts.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { HeldDocument } from '../../documents/documents.ts';
import { MarkedContents } from './marked-contents.ts';
import type { OpenShare } from './open-share.ts';

const now = new Date('2026-11-21T10:00:00Z');
const paper = {
  ...{ documentId: 'paper', safeId: 'safe', sizeBytes: 10 },
  secrets: { mimeType: 'image/png', fileName: 'Carte.png' },
} as HeldDocument;
const shareWith = (recipientId: string) =>
  ({
    keys: {},
    row: { shareId: 'share', recipientId, createdAt: now },
    recipient: { email: 'agence@example.org', phone: null },
    secrets: { purpose: 'Location', locale: 'fr' },
  }) as OpenShare;
const share = shareWith('one');

let drawn: number;
let marks: MarkedContents;
let readFontFiles: Mock<typeof readFonts>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  drawn = 0;
  const read = async () => {
    drawn += 1;
    return { marked: Buffer.from(`drawing ${drawn}`) };
  };
  readFontFiles = vi.fn<typeof readFonts>(readFonts);
  marks = new MarkedContents({ clock: { now: () => now }, reader: { read } } as unknown as Platform, readFontFiles);
});
afterEach(() => vi.useRealTimers());

describe('a paper with its mark', () => {
  it('is kept for five minutes and no longer, though nobody asks for another', async () => {
    const first = await marks.markedOf(share, paper);
    vi.advanceTimersByTime(299_000);
    expect(await marks.markedOf(share, paper)).toBe(first);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(vi.getTimerCount()).toBe(0);
    expect((await marks.markedOf(share, paper)).bytes.toString()).toBe('drawing 2');
  });

  it('is drawn once for all who ask for it at the same time, and anew for another recipient', async () => {
    const together = await Promise.all([1, 2, 3].map(() => marks.markedOf(share, paper)));
    expect([drawn, new Set(together).size]).toEqual([1, 1]);
    await marks.markedOf(shareWith('two'), paper);
    expect(drawn).toBe(2);
  });

  it('is drawn again after fonts that could not be read', async () => {
    readFontFiles.mockRejectedValueOnce(new Error('EMFILE'));
    await expect(marks.markedOf(share, paper)).rejects.toThrow('EMFILE');
    expect((await marks.markedOf(share, paper)).mimeType).toBe('image/jpeg');
  });
});
