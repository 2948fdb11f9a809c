import { findWords, foldText } from './fold-text.ts';

/** As the words are laid: each line's end is a space. */
interface Laid {
  text: string;
  /** The pieces of the text, each from where it begins in it. */
  pieces: { node: Text; from: number }[];
}

function readLaid(holder: HTMLElement): Laid {
  const walker = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Laid['pieces'] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, from: text.length });
      text += node.data;
    } else if (node instanceof HTMLBRElement) text += '\n';
  }
  return { text, pieces };
}

function rangeOf({ pieces }: Laid, from: number, to: number): Range | undefined {
  const first = pieces.findLast((piece) => piece.from <= from);
  const last = pieces.findLast((piece) => piece.from < to);
  if (!first || !last) return undefined;
  const range = new Range();
  range.setStart(first.node, Math.min(from - first.from, first.node.length));
  range.setEnd(last.node, Math.min(to - last.from, last.node.length));
  return range;
}

/** Returns the places of the words in the laid text, from its beginning. */
export function findRanges(holder: HTMLElement, words: string): Range[] {
  const laid = readLaid(holder);
  return findWords(foldText(laid.text), words).flatMap(({ from, to }) => rangeOf(laid, from, to) ?? []);
}

/** Names of highlights: see pdf-page.module.css. */
const [foundName, currentName] = ['perenne-found', 'perenne-current'];

function markedAs(name: string): Highlight {
  const known = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, known);
  return known;
}

/** Marks the words without touching the laid text. The returned function takes the marks away. */
export function markRanges(ranges: readonly Range[], current: Range | undefined): () => void {
  if (!('highlights' in CSS)) {
    // If no mark can be made, the one that is looked at is selected.
    if (current)
      getSelection()?.setBaseAndExtent(
        current.startContainer,
        current.startOffset,
        current.endContainer,
        current.endOffset,
      );
    return () => {};
  }
  const [found, looked] = [markedAs(foundName), markedAs(currentName)];
  looked.priority = 1;
  for (const range of ranges) found.add(range);
  if (current) looked.add(current);
  return () => {
    for (const range of ranges) found.delete(range);
    if (current) looked.delete(current);
  };
}
