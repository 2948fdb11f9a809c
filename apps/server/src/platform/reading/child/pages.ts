import type { Sharp } from 'sharp';
import type { InvoiceCandidate } from './invoices/find-invoice.ts';
import { pageSidePx, pictureSidePx } from '../reading.ts';

export type Pages = {
  count: number;
  /** At least as many pixels as asked along its longest side, where it has them. */
  draw(index: number, longestPx: number): Promise<Sharp>;
  /** The words of one page, where the format has them. */
  textOf?(index: number): string;
};

/** A file whose kind is known: what can be seen of it, and what words it says it holds. */
export type OpenFile = {
  pages?: Pages;
  text?(): Promise<string>;
  /** The files in which an invoice for programs may be, where its kind can be or hold one. */
  invoiceCandidates?(): InvoiceCandidate[];
};

/** The first page, small. */
export const pictureOf = (pages: Pages): Promise<Buffer> => shrink(pages, { index: 0, sidePx: pictureSidePx });

/** One page, to be read; null where there is none. */
export const pageOf = async (pages: Pages, index: number): Promise<Buffer | null> =>
  index < pages.count ? shrink(pages, { index, sidePx: pageSidePx }) : null;

async function shrink(pages: Pages, { index, sidePx }: { index: number; sidePx: number }): Promise<Buffer> {
  const page = await pages.draw(index, sidePx);
  return page
    .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 75, effort: sidePx > pictureSidePx ? 2 : 4 })
    .toBuffer();
}
