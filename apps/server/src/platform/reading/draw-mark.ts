import { create, type Font } from 'fontkit';
import type { Fonts } from '../fonts.ts';
import type { Mark } from './reading.ts';

const em = 100;
const lineHeight = 1.35;

/** Lines of text as an outline: who draws it needs no font. Letters that no font of ours has are left out. */
export function drawMark(fonts: Pick<Fonts, 'strong' | 'strongMore'>, lines: readonly string[]): Mark {
  const known = [fonts.strong, fonts.strongMore].map((font) => create(font)).filter((font) => 'unitsPerEm' in font);
  const drawn = lines.map((line) => drawLine(known, line));
  const outline = drawn.map(({ draw }, at) => draw((at + 1) * em * lineHeight)).join('');
  const width = Math.max(...drawn.map((line) => line.width), em);
  return { outline, width, height: lines.length * em * lineHeight, em };
}

type Drawn = { width: number; draw(baseline: number): string };

function drawLine(fonts: readonly Font[], line: string): Drawn {
  let width = 0;
  const letters: Array<(baseline: number) => string> = [];
  for (const letter of line.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((each) => each.hasGlyphForCodePoint(code));
    if (!font) continue;
    const glyph = font.glyphForCodePoint(code);
    const scale = em / font.unitsPerEm;
    const at = width;
    letters.push((baseline) => glyph.path.scale(scale, -scale).translate(at, baseline).toSVG());
    width += glyph.advanceWidth * scale;
  }
  return { width, draw: (baseline) => letters.map((draw) => draw(baseline)).join('') };
}
