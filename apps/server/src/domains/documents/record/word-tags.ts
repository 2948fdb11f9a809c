import { titleWords, wantedBeginnings, wordsOf } from '@perenne/contract/words';
import { keyedHash, type SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { beginningsOf } from './words.rules.ts';

/** One letter is useful in a title; in a whole content it would find nearly everything. */
const shortestInTitle = 1;
const shortestInContent = 2;

/** 64 bits of the keyed hash: within one safe, two beginnings that share them are not to be expected. */
const tagOf = (keys: SafeKeys, beginning: string): string =>
  keyedHash(keys.index, 'word', beginning).readBigInt64BE().toString();

const tagsOf = (keys: SafeKeys, beginnings: Iterable<string>): string[] =>
  Array.from(beginnings, (beginning) => tagOf(keys, beginning));

export const titleTags = (keys: SafeKeys, title: string): string[] =>
  tagsOf(keys, beginningsOf(titleWords(title), shortestInTitle));

const knownAtMost = 50_000;

/** The same for many titles, which share their words: the tags of those that came before are kept. */
export function titleTagger(keys: SafeKeys): (title: string) => string[] {
  const known = new Map<string, string>();
  const tagged = (beginning: string): string => {
    const tag = known.get(beginning) ?? tagOf(keys, beginning);
    if (known.size >= knownAtMost) known.clear();
    known.set(beginning, tag);
    return tag;
  };
  return (title) => Array.from(beginningsOf(titleWords(title), shortestInTitle), tagged);
}

export const contentTags = (keys: SafeKeys, text: string): string[] =>
  tagsOf(keys, beginningsOf(wordsOf(text), shortestInContent));

/** The tags of the wanted words: a document that has all of these tags holds all of them. */
export const wantedTags = (keys: SafeKeys, query: string): string[] => tagsOf(keys, wantedBeginnings(query));
