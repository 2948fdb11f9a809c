import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';

const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
const isTestFile = /\.(?:test|spec)\.m?tsx?$|\.test\.mjs$/;

/** The page names tests as code: the path of a file, and the title after the ›. */
const references = [...page.matchAll(/`([^`]+)`/g)]
  .map(([, code]) => code)
  .filter((code) => isTestFile.test(code.split(' › ', 1)[0]))
  .map((code) => {
    const [path, ...title] = code.split(' › ');
    return { code, path, title: title.join(' › ') };
  });

/** The last cell of each row below a head whose last cell is `test`. */
const proofs = page
  .split(/\n{2,}/)
  .filter((block) => /^\| .* \| test \|\n/.test(block))
  .flatMap((block) => block.split('\n').slice(2))
  .map((row) => row.replace(/ \|$/, '').split(' | ').at(-1));

/** Whether a source has the title as the text of a string: its own quotes are escaped there, or those around differ. */
function holdsTitle(source, title) {
  const literals = ["'", '"', '`'].map((quote) => `${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`);
  return literals.some((literal) => source.includes(literal));
}

/** How to read the page; every section after them is about somebody who attacks. */
const introductions = ['How to check it', 'What is protected', 'Who may try'];

const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ name: section.split('\n', 1)[0], text: section }))
  .filter(({ name }) => !introductions.includes(name));

describe('the threat model', () => {
  it('says in each section, once, in a paragraph of its own, what is not defended', () => {
    expect(sections.length).toBeGreaterThan(30);
    const silent = sections.filter(({ text }) => [...text.matchAll(/^Not defended: \S/gm)].length !== 1);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('names tests, and has them in its tables', () => {
    expect(references.length).toBeGreaterThan(100);
    expect(proofs.length).toBeGreaterThan(100);
  });

  it('names a test for each wall', () => {
    const isReference = (one) => references.some(({ code }) => one === `\`${code}\``);
    const unproved = proofs.filter((cell) => !cell.split('<br>').every(isReference));
    expect(unproved).toEqual([]);
  });

  it('names each test by a file that exists and a title that the file has', () => {
    const wrong = references.filter(({ path, title }) => {
      const file = join(root, path);
      return title === '' || !existsSync(file) || !holdsTitle(readFileSync(file, 'utf8'), title);
    });
    expect(wrong.map(({ code }) => code)).toEqual([]);
  });
});
