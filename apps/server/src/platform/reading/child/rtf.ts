import { longestTextLetters } from '../protocol.ts';

/** Groups that hold no words of the document: tables, pictures, embedded objects. */
const silent = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'objdata', 'themedata', 'datastore'],
  ...['listtable', 'listoverridetable', 'rsidtbl', 'generator', 'latentstyles', 'xmlnstbl', 'fldinst'],
]);

const ending = new Set(['par', 'line', 'tab', 'cell', 'row', 'page', 'sect']);

const token = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

type Group = { isSilent: boolean; fallback: number };

/** The words of a Rich Text document, whose bytes come as Latin-1. */
export function readRtf(source: string): string {
  const groups: Group[] = [{ isSilent: false, fallback: 1 }];
  const western = new TextDecoder('windows-1252');
  let text = '';
  let skipped = 0;
  const say = (piece: string) => {
    const heard = piece.slice(skipped);
    skipped = Math.max(0, skipped - piece.length);
    if (!groups.at(-1)?.isSilent) text += heard;
  };
  for (const [, word, number, hex, symbol, brace, plain] of source.matchAll(token)) {
    const group = groups.at(-1);
    if (!group || text.length > longestTextLetters) break;
    if (brace === '{') groups.push({ ...group });
    else if (brace === '}') groups.pop();
    else if (plain !== undefined) say(plain);
    else if (hex !== undefined) say(western.decode(Buffer.from(hex, 'hex')));
    else if (symbol !== undefined) heed(symbol, group, say);
    else if (word === 'uc') group.fallback = Number(number ?? 1);
    else if (word === 'u') {
      say(String.fromCharCode(Number(number ?? 0) & 0xffff));
      skipped = group.fallback;
    } else if (word !== undefined) {
      if (silent.has(word)) group.isSilent = true;
      if (ending.has(word)) say(' ');
    }
  }
  return text;
}

function heed(symbol: string, group: Group, say: (piece: string) => void): void {
  if (symbol === '*') group.isSilent = true;
  else if (symbol === '~') say(' ');
  else if ('\\{}'.includes(symbol)) say(symbol);
}
