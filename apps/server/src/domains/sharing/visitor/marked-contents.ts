import { createHash } from 'node:crypto';
import { DomainError } from '../../../platform/domain-error.ts';
import { readFonts, type Fonts } from '../../../platform/fonts.ts';
import { parisDate } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import { drawMark } from '../../../platform/reading/draw-mark.ts';
import { ReadingStopped } from '../../../platform/reading/reading.ts';
import { heavyWork, makeFairLine } from '../../../platform/turns/fair-line.ts';
import { openHeldContent, type HeldDocument } from '../../documents/documents.ts';
import { isTooLong, markedForm, tooManyPages } from '../sharing.rules.ts';
import type { OpenShare } from './open-share.ts';

/** A content with its mark; made anew it is the same, to the byte. */
export type MarkedContent = { bytes: Buffer; sha256: string; mimeType: string; fileName: string };

/** Kept no longer than that, whether anybody asks again or not. */
const keptMs = 5 * 60_000;
const keptAtMostBytes = 64_000_000;
const longestLine = 56;

type Kept = { content: MarkedContent; until: number; end: NodeJS.Timeout };

/**
 * Draws marks over contents as they are read. Those that were made lately are kept in memory, nowhere else, for the
 * ranges that a viewer or a download that was cut asks for next.
 */
export class MarkedContents {
  readonly #platform: Platform;
  readonly #readFontFiles: () => Promise<Fonts>;
  readonly #line = makeFairLine(heavyWork);
  readonly #kept = new Map<string, Kept>();
  readonly #drawing = new Map<string, Promise<MarkedContent>>();
  #fonts: Promise<Fonts> | undefined;

  constructor(platform: Platform, readFontFiles = readFonts) {
    this.#platform = platform;
    this.#readFontFiles = readFontFiles;
  }

  /** @throws {DomainError} EncryptionError for what cannot be marked: it is not given without */
  async markedOf(share: OpenShare, document: HeldDocument): Promise<MarkedContent> {
    const name = `${share.row.shareId}/${share.row.recipientId}/${document.documentId}`;
    const known = this.#kept.get(name);
    if (known && known.until > this.#platform.clock.now().getTime()) return known.content;
    return this.#drawing.get(name) ?? this.#begin(name, share, document);
  }

  /** Visitors who ask for the same meanwhile wait for the same. */
  #begin(name: string, share: OpenShare, document: HeldDocument): Promise<MarkedContent> {
    const drawing = this.#line(document.safeId, () => this.#make(share, document))
      .then((content) => this.#keep(name, content))
      .finally(() => this.#drawing.delete(name));
    this.#drawing.set(name, drawing);
    return drawing;
  }

  async #make(share: OpenShare, document: HeldDocument): Promise<MarkedContent> {
    const bytes = await this.#draw(share, document);
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), ...markedForm(document.secrets) };
  }

  async #draw(share: OpenShare, document: HeldDocument): Promise<Buffer> {
    const { reader, log } = this.#platform;
    const mark = drawMark(await this.#readFonts(), linesOf(share));
    const { sizeBytes, safeId, documentId } = document;
    const stored = { keys: share.keys, row: document };
    const chunks = openHeldContent(this.#platform, stored, { from: 0, to: sizeBytes });
    const wanted = { mimeType: document.secrets.mimeType, picture: false, text: false, mark };
    try {
      const { marked, pageCount = 0 } = await reader.read(wanted, { sizeBytes, chunks });
      if (marked) return marked;
      if (isTooLong(document.secrets, pageCount)) throw new DomainError('EncryptionError', { params: tooManyPages });
      log.warn({ safeId, documentId }, 'a shared content cannot be marked');
    } catch (error) {
      if (!(error instanceof ReadingStopped)) throw error;
      log.warn({ safeId, documentId, reason: error.code }, 'a shared content cannot be marked');
    }
    throw new DomainError('EncryptionError');
  }

  /** Once for all marks; what fails is tried again by the next. */
  #readFonts(): Promise<Fonts> {
    this.#fonts ??= this.#readFontFiles().catch((error: unknown) => {
      this.#fonts = undefined;
      throw error;
    });
    return this.#fonts;
  }

  #keep(name: string, content: MarkedContent): MarkedContent {
    this.#forget(name);
    const until = this.#platform.clock.now().getTime() + keptMs;
    const end = setTimeout(() => this.#forget(name), keptMs).unref();
    this.#kept.set(name, { content, until, end });
    let total = [...this.#kept.values()].reduce((sum, kept) => sum + kept.content.bytes.length, 0);
    for (const [oldest, kept] of this.#kept) {
      if (total <= keptAtMostBytes) break;
      total -= kept.content.bytes.length;
      this.#forget(oldest);
    }
    return content;
  }

  #forget(name: string): void {
    clearTimeout(this.#kept.get(name)?.end);
    this.#kept.delete(name);
  }
}

/** For whom, what for and since when; whoever holds a link has no name. */
const linesOf = ({ recipient, secrets, row }: OpenShare): string[] =>
  [recipient.email, secrets.purpose, parisDate(secrets.locale, row.createdAt)]
    .filter((line) => line !== null)
    .map((line) => ([...line].length > longestLine ? `${[...line].slice(0, longestLine - 1).join('')}…` : line));
