import { identityPaperTypes, markableFormats } from '@perenne/contract/shares';
import { mostMarkedPages } from '../../platform/reading/protocol.ts';

const dayMs = 86_400_000;

export const expiryOf = (now: Date, durationDays: number): Date => new Date(now.getTime() + durationDays * dayMs);

/** Two days before the end; none for what lasts for less than a week. */
export function noticeOf(now: Date, expiresAt: Date): Date | null {
  const noticeAt = new Date(expiresAt.getTime() - 2 * dayMs);
  return expiresAt.getTime() - now.getTime() >= 7 * dayMs ? noticeAt : null;
}

type Living = { state: 'active' | 'expired' | 'deleted'; expiresAt: Date };

/** By the clock, also before the job has come by. */
export const isActive = ({ state, expiresAt }: Living, now: Date): boolean => state === 'active' && expiresAt > now;

const againPerDay = 3;

/** The messages of the last 24 hours once this one is added, or the instant of the next. */
export function judgeAgain(sentAgain: readonly Date[], now: Date): { sentAgain: Date[] } | { nextAt: Date } {
  const recent = sentAgain.filter((at) => at.getTime() > now.getTime() - dayMs);
  const oldest = recent.at(-againPerDay);
  return oldest ? { nextAt: new Date(oldest.getTime() + dayMs) } : { sentAgain: [...recent, now] };
}

const markable: ReadonlySet<string> = new Set(markableFormats);

type Paper = { documentId: string; secrets: { type: string; mimeType: string } };

/** An identity paper, in a format that can bear a mark. */
export const isMarkable = ({ type, mimeType }: Paper['secrets']): boolean =>
  (identityPaperTypes as readonly string[]).includes(type) && markable.has(mimeType);

/**
 * Whether a document goes out with a mark: what was an identity paper when it was shared keeps it, whatever it is
 * called since, and what is called one since gets it.
 */
export const isWatermarked = (
  { watermark, papers }: { watermark: boolean; papers: readonly string[] },
  { documentId, secrets }: Paper,
): boolean => watermark && (papers.includes(documentId) || isMarkable(secrets));

/** The limit that a visitor reads of, where the mark that a sender asked for cannot be drawn. */
export const tooManyPages = { limit: 'markedPages', max: mostMarkedPages } as const;

/** Whether a document has more pages than a mark is drawn on; a picture is one page. */
export const isTooLong = ({ mimeType }: { mimeType: string }, pageCount: number): boolean =>
  mimeType.startsWith('application/pdf') && pageCount > mostMarkedPages;

/** The form of a document once it is marked: a PDF stays a PDF, every picture becomes a JPEG. */
export const markedForm = ({ mimeType, fileName }: { mimeType: string; fileName: string }) =>
  mimeType.startsWith('application/pdf')
    ? { mimeType: 'application/pdf', fileName }
    : { mimeType: 'image/jpeg', fileName: fileName.replace(/(\.[^.]*)?$/, '.jpg') };

/** `camille@example.org` as `c•••@example.org`: enough to know one's own, not to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
}

/** The two last digits. */
export const maskPhone = (phone: string): string => `•• •• •• •• ${phone.slice(-2)}`;

/** For searches: without regard to case and accents. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
