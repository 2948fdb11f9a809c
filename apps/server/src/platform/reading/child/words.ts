import { longestTextLetters } from '../protocol.ts';
import type { OpenFile } from './pages.ts';
import { openRecogniser, type Recogniser } from './recognise.ts';

const mostPages = 300;
const mostRecognisedPages = 5;
/** A page with fewer letters is the picture of one. */
const fewLetters = 20;
/** An A4 page at 200 dots an inch. */
const recognisedPx = 2_340;

/** The words that a file holds, and those that are seen in it: of scans and photographs. */
export async function textOf(file: OpenFile, isEnough: () => boolean): Promise<string | null> {
  if (file.text) return file.text();
  if (!file.pages) return null;
  const texts: string[] = [];
  const seen: number[] = [];
  let letters = 0;
  for (let index = 0; index < Math.min(file.pages.count, mostPages); index++) {
    if (isEnough() || letters > longestTextLetters) break;
    const text = file.pages.textOf?.(index) ?? '';
    letters += text.length;
    texts.push(text);
    if (text.trim().length < fewLetters) seen.push(index);
  }
  texts.push(...(await recognisePages(file, seen.slice(0, mostRecognisedPages), isEnough)));
  return texts.join('\n');
}

async function recognisePages({ pages }: OpenFile, indexes: number[], isEnough: () => boolean): Promise<string[]> {
  const texts: string[] = [];
  let recognise: Recogniser | undefined;
  for (const index of indexes) {
    if (!pages || isEnough()) break;
    recognise ??= await openRecogniser();
    const page = await pages.draw(index, recognisedPx);
    texts.push(
      recognise(
        await page
          .resize(recognisedPx, recognisedPx, { fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .grayscale()
          .png({ compressionLevel: 1 })
          .toBuffer(),
      ),
    );
  }
  return texts;
}
