import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

async function rowsOf(text: string, size = text.length || 1) {
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) => text.slice(n * size, (n + 1) * size));
  const rows = [];
  for await (const row of readCsv(Readable.from(chunks))) rows.push(row);
  return rows;
}

describe('a CSV file', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2\n3,4\n',
      [
        { a: '1', b: '2' },
        { a: '3', b: '4' },
      ],
    ],
    ['semicolons', 'a;b\n1,5;2\n', [{ a: '1,5', b: '2' }]],
    ['a byte order mark, CRLF and empty lines', '\ufeffa,b\r\n\r\n1,2\r\n,\r\n', [{ a: '1', b: '2' }]],
    ['no line end at the end', 'a,b\n1,2', [{ a: '1', b: '2' }]],
    ['quotes', 'a,b\n"x, ""y""\nz",""\n', [{ a: 'x, "y"\nz', b: '' }]],
    ['a quote within a cell', 'a,b\n5" disc,2\n', [{ a: '5" disc', b: '2' }]],
    ['spaces around', ' a , b \n 1 , 2 \n', [{ a: '1', b: '2' }]],
    ['headings alone', 'a,b\n', []],
    ['nothing', '', []],
  ])('with %s is read, however it is cut', async (_, text, rows) => {
    for (const size of [1, 3, 1_000]) expect(await rowsOf(text, size)).toEqual(rows);
  });

  it('with a row of another length, or an open quote, is refused', async () => {
    await expect(rowsOf('a,b\n1,2\n1\n')).rejects.toThrow('Row 2 has 1 cells where the headings are 2.');
    await expect(rowsOf('a,b\n"1,2\n')).rejects.toThrow('A quote is opened and never closed.');
  });
});
