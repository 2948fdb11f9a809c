import { SaxesParser } from 'saxes';
import { longestTextLetters } from '../protocol.ts';

export type XmlRule = {
  /** Whether the text directly inside this element is read. Names come without their prefix. */
  isText(name: string, attributes: Record<string, string>): boolean;
  /** Whether a word ends where this element ends. */
  endsWord(name: string): boolean;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Entities of its own are refused, as are those that lead elsewhere. */
export function readXml(xml: string, rule: XmlRule): string {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: boolean[] = [];
  let text = '';
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push(rule.isText(localName(name), attributes));
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    if (rule.endsWord(localName(name))) text += ' ';
  });
  const add = (piece: string) => {
    if (open.at(-1) && text.length < longestTextLetters) text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  return text;
}
