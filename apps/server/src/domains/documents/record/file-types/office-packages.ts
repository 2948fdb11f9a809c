import { SaxesParser } from 'saxes';
import type { ContentEnds } from '../../upload/content-ends.ts';
import { readZipParts, type ZipParts } from './zip-parts.ts';

/** The directory of an office document lies in its last megabyte: it names some ten thousand parts there. */
export const directoryBytes = 1_000_000;

const officeMain = 'application/vnd.openxmlformats-officedocument';

/** The media type of the part that such a document begins with, and the name that it usually has. */
const officeKinds = {
  docx: { main: `${officeMain}.wordprocessingml.document.main+xml`, part: /^word\/document\d*\.xml$/ },
  xlsx: { main: `${officeMain}.spreadsheetml.sheet.main+xml`, part: /^xl\/workbook\d*\.xml$/ },
  pptx: { main: `${officeMain}.presentationml.presentation.main+xml`, part: /^ppt\/presentation\d*\.xml$/ },
};

const openDocument = 'application/vnd.oasis.opendocument';

const openDocumentKinds = {
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
};

export type PackagedExtension = keyof typeof officeKinds | keyof typeof openDocumentKinds;

export const isPackaged = (extension: string): extension is PackagedExtension =>
  extension in officeKinds || extension in openDocumentKinds;

/** Whether an archive is an office document of this kind, by what it says of its own parts. */
export async function isPackage(extension: PackagedExtension, ends: ContentEnds): Promise<boolean> {
  const parts = await readZipParts(ends);
  if (!parts) return false;
  return extension in officeKinds
    ? isOffice(officeKinds[extension as keyof typeof officeKinds], parts)
    : isOpenDocument(openDocumentKinds[extension as keyof typeof openDocumentKinds], parts);
}

const typesPart = '[content_types].xml';

/** ECMA-376-2, 7.2.3: the part that names the media types of all others. Without it the file is only an archive. */
async function isOffice({ main, part }: { main: string; part: RegExp }, parts: ZipParts): Promise<boolean> {
  if (!parts.names.has(typesPart)) return false;
  const types = await parts.read(typesPart);
  // It lies between the beginning and the end, where nothing was kept: the names of the parts decide.
  if (!types) return [...parts.names].some((name) => part.test(name));
  const mains = attributesIn(types, 'ContentType').filter((type) =>
    Object.values(officeKinds).some((kind) => kind.main === type),
  );
  return mains.length > 0 && mains.every((type) => type === main);
}

/** ODF 1.3-2, 3.3: `mimetype` comes first. Where it is missing, the manifest says the same. */
async function isOpenDocument(mediaType: string, parts: ZipParts): Promise<boolean> {
  const said = await parts.read('mimetype');
  if (said) return said.toString('latin1').trim() === mediaType;
  const manifest = await parts.read('meta-inf/manifest.xml');
  return manifest !== null && attributesIn(manifest, 'manifest:media-type')[0] === mediaType;
}

/** The values of all attributes of this name, as far as the part can be read. */
function attributesIn(part: Buffer, name: string): string[] {
  const values: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    const value = attributes[name];
    if (value !== undefined) values.push(value);
  });
  try {
    parser.write(textOf(part)).close();
  } catch (error) {
    if (error instanceof Error) return values;
    throw error;
  }
  return values;
}

function textOf(part: Buffer): string {
  if (part[0] === 0xff && part[1] === 0xfe) return new TextDecoder('utf-16le').decode(part);
  return new TextDecoder(part[0] === 0xfe && part[1] === 0xff ? 'utf-16be' : 'utf-8').decode(part);
}
