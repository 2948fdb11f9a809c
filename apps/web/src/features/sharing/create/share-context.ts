import type { ErrorEntry } from '@perenne/contract/errors';
import { limits } from '@perenne/contract/fields';
import { createShare, defaultShareDuration, type shareDurations } from '@perenne/contract/shares';
import { makeDraftId } from '../../../lib/api/creation-key.ts';

/** The four steps, in their order. */
export const shareSteps = ['configuration', 'documents', 'summary', 'mode'] as const;
export type ShareStep = (typeof shareSteps)[number];

/** Identifiers and inputs; a security code is none of them, it stays in its field: only that there is to be one is kept. */
export interface ShareDraft {
  title: string;
  durationDays: (typeof shareDurations)[number];
  documents: readonly string[];
  watermark: boolean;
  /** The papers' purpose in the watermark; empty, the title. */
  purpose: string;
  mode: 'EMAIL' | 'LINK';
  /** As they were typed or pasted. */
  recipients: string;
  isBySms: boolean;
  /** By address. */
  phones: Readonly<Record<string, string>>;
  message: string;
  hasCode: boolean;
}

export interface ShareContext extends ShareDraft {
  /** Its own, through a reload too: the same draft that is sent twice makes one share. */
  id: string;
  /** The step that one has come to, as its place in the order. */
  reached: number;
  /** Why the server refused the watermark of these documents. */
  watermarkRefusal?: ErrorEntry | undefined;
}

export const startDraft = (documents: readonly string[]): ShareContext => ({
  id: makeDraftId(),
  title: '',
  durationDays: defaultShareDuration,
  documents,
  watermark: true,
  purpose: '',
  mode: 'EMAIL',
  recipients: '',
  isBySms: false,
  phones: {},
  message: '',
  hasCode: false,
  reached: 0,
});

const [byEmail] = createShare.body.options;
export const titleSchema = byEmail.shape.title;

const isTitled = ({ title }: ShareDraft) => titleSchema.safeParse(title).success;
const holdsSome = ({ documents }: ShareDraft) => documents.length > 0 && documents.length <= limits.shareDocuments;

const isOpen: Record<ShareStep, (context: ShareContext) => boolean> = {
  configuration: () => true,
  documents: isTitled,
  summary: (context) => isTitled(context) && holdsSome(context),
  mode: (context) => isTitled(context) && holdsSome(context),
};

/** Whether one has been there, or has just done what comes before. */
export const canShow = (step: ShareStep, context: ShareContext): boolean =>
  shareSteps.indexOf(step) <= context.reached && isOpen[step](context);
