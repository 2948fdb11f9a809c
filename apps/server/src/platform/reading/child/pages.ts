import type { Sharp } from 'sharp';
import { pictureSidePx } from '../reading.ts';

/** A file whose kind is known: what can be seen of it, and what words it says it holds. */
export type OpenFile = {
  pages?: {
    count: number;
    /** At least as many pixels as asked along its longest side, where it has them. */
    draw(index: number, longestPx: number): Promise<Sharp>;
    /** The words of one page, where the format tells them. */
    textOf?(index: number): string;
  };
  text?(): Promise<string>;
};

export async function pictureOf({ pages }: OpenFile): Promise<Buffer | null> {
  if (!pages) return null;
  const page = await pages.draw(0, pictureSidePx);
  return page
    .resize(pictureSidePx, pictureSidePx, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 75 })
    .toBuffer();
}
