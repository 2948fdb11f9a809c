import { unzipSync } from 'fflate';
import { longestTextLetters } from '../protocol.ts';
import { decodeText } from './encodings.ts';
import { readXml, type XmlRule } from './xml.ts';

type Office = { parts: RegExp; rule: XmlRule };

const ooxml = 'application/vnd.openxmlformats-officedocument';
const odf = 'application/vnd.oasis.opendocument';

const paragraphs = new Set(['p', 'tab', 'br', 'cr', 'tc']);

const runs: XmlRule = { isText: (name) => name === 't', endsWord: (name) => paragraphs.has(name) };

/** A cell holds its value, or the number of a string that is elsewhere. */
const cells = (): XmlRule => {
  let isShared = false;
  return {
    isText: (name, attributes) => {
      if (name === 'c') isShared = attributes['t'] === 's';
      return name === 't' || (name === 'v' && !isShared);
    },
    endsWord: (name) => ['si', 'c', 'is'].includes(name),
  };
};

const styled = new Set(['h', 'p', 'span', 'a']);

const flowing: XmlRule = {
  isText: (name) => styled.has(name),
  endsWord: (name) => ['h', 'p', 's', 'tab', 'line-break'].includes(name),
};

const flowingOffice: Office = { parts: /^content\.xml$/, rule: flowing };

/** Office documents by their media type: the parts that hold words, and where in them. */
export const officeKinds: Record<string, Office> = {
  [`${ooxml}.wordprocessingml.document`]: {
    parts: /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/,
    rule: runs,
  },
  [`${ooxml}.spreadsheetml.sheet`]: { parts: /^xl\/(sharedStrings|worksheets\/[^/]+)\.xml$/, rule: cells() },
  [`${ooxml}.presentationml.presentation`]: { parts: /^ppt\/(slides|notesSlides)\/[^/]+\.xml$/, rule: runs },
  [`${odf}.text`]: flowingOffice,
  [`${odf}.spreadsheet`]: flowingOffice,
  [`${odf}.presentation`]: flowingOffice,
};

const mostEntries = 5_000;
const mostPartBytes = 40_000_000;
const mostBytes = 80_000_000;
/** XML seldom gets forty times smaller; what gets so much smaller than that is a bomb. */
const mostRatio = 250;
const smallBytes = 1_000_000;

export function readOffice(bytes: Buffer, { parts, rule }: Office): string {
  const texts = Object.values(unzipParts(bytes, parts)).map((part) => readXml(decodeText(Buffer.from(part)), rule));
  return texts.join('\n').slice(0, longestTextLetters);
}

/** The sizes that the archive claims are judged first, and no more than that is ever unpacked. */
function unzipParts(bytes: Buffer, parts: RegExp): Record<string, Uint8Array> {
  let entries = 0;
  let total = 0;
  return unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      entries += 1;
      if (entries > mostEntries) throw new RangeError('an archive has too many entries');
      if (!parts.test(name)) return false;
      total += originalSize;
      const isBomb = originalSize > smallBytes && originalSize > size * mostRatio;
      if (isBomb || originalSize > mostPartBytes || total > mostBytes) throw new RangeError('an archive is too large');
      return true;
    },
  });
}
