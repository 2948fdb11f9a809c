import { CollectingError } from '@perenne/collecting/failures';
import { SaxesParser } from 'saxes';

/** One line of an answer to PROPFIND (RFC 4918, 13). `sizeBytes` is null where the server does not say it. */
export type Listed = { href: string; isFolder: boolean; sizeBytes: number | null; modified?: string; etag?: string };

const longestBytes = 50_000_000;
const longestValue = 4_000;
const deepest = 20;
const davNamespace = 'DAV:';

/** Reads the answer as it comes. Nothing that it declares is expanded, and nothing is read without an end. */
export async function readMultistatus(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Listed[]> {
  const reader = new MultistatusReader(most);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > longestBytes) throw new CollectingError('PARTNER_CHANGED', 'a list is longer than any should be');
      reader.write(decoder.decode(chunk, { stream: true }));
    }
    return reader.end(decoder.decode());
  } catch (cause) {
    if (cause instanceof CollectingError) throw cause;
    throw new CollectingError('PARTNER_CHANGED', 'a list cannot be understood', { cause });
  }
}

type Properties = Partial<Record<'getcontentlength' | 'getlastmodified' | 'getetag' | 'status', string>>;

class MultistatusReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: false });
  readonly #listed: Listed[] = [];
  readonly #most: number;
  #open: string[] = [];
  #text = '';
  #href = '';
  #isFolder = false;
  #found: Properties = {};
  /** The properties of one `propstat`: they count if its status is 200. */
  #properties: Properties & { isFolder?: boolean } = {};

  constructor(most: number) {
    this.#most = most;
    const refuse = () => {
      throw new CollectingError('PARTNER_CHANGED', 'a list declares what no list does');
    };
    this.#parser.on('error', (error) => {
      throw error;
    });
    this.#parser.on('doctype', refuse);
    this.#parser.on('opentag', ({ uri, local }) => this.#enter(uri === davNamespace ? local : ''));
    this.#parser.on('closetag', () => this.#leave(this.#open.pop() ?? ''));
    const add = (text: string) => void (this.#text = (this.#text + text).slice(0, longestValue));
    this.#parser.on('text', add);
    this.#parser.on('cdata', add);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(rest: string): Listed[] {
    this.#parser.write(rest).close();
    return this.#listed;
  }

  #enter(name: string): void {
    if (this.#open.length === 0 && name !== 'multistatus')
      throw new CollectingError('PARTNER_CHANGED', 'the answer is no list');
    if (this.#open.length >= deepest) throw new CollectingError('PARTNER_CHANGED', 'a list is nested without an end');
    this.#open.push(name);
    this.#text = '';
    if (name === 'response') {
      this.#href = '';
      this.#isFolder = false;
      this.#found = {};
    }
    if (name === 'propstat') this.#properties = {};
    if (name === 'collection' && this.#open.includes('resourcetype')) this.#properties.isFolder = true;
  }

  #leave(name: string): void {
    const text = this.#text.trim();
    this.#text = '';
    if (name === 'href' && this.#open.at(-1) === 'response') this.#href = text;
    else if (name === 'status' || name === 'getcontentlength' || name === 'getlastmodified' || name === 'getetag')
      this.#properties[name] = text;
    else if (name === 'propstat') this.#takeProperties();
    else if (name === 'response') this.#takeEntry();
  }

  #takeProperties(): void {
    const { status = '', isFolder = false, ...found } = this.#properties;
    if (!/^HTTP\/\S+ 200\b/.test(status)) return;
    this.#isFolder ||= isFolder;
    Object.assign(this.#found, found);
  }

  #takeEntry(): void {
    if (this.#href === '') return;
    if (this.#listed.length >= this.#most) throw new CollectingError('PARTNER_CHANGED', 'the folder has no end');
    const { getcontentlength, getlastmodified, getetag } = this.#found;
    const sizeBytes = getcontentlength ? Number(getcontentlength) : null;
    if (sizeBytes !== null && (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0))
      throw new CollectingError('PARTNER_CHANGED', 'a size is no number');
    this.#listed.push({
      ...{ href: this.#href, isFolder: this.#isFolder, sizeBytes },
      ...(getlastmodified && { modified: getlastmodified }),
      ...(getetag && { etag: getetag }),
    });
  }
}
