import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readFonts } from '../../../../platform/fonts.ts';
import { drawAttestation } from './attestation.page.ts';
import { attestationWords } from './attestation.words.ts';
import { factsFile, type AttestedFacts } from './attested-facts.ts';

const long = 'Attestation de fin de formation professionnelle continue '.repeat(4).slice(0, 200);
const id = '019f0000-0000-7000-8000-000000000000';
const hash = 'ab'.repeat(32);

/** Each row as high as it may be, and every row that there can be. */
const fullest: AttestedFacts = {
  installation: 'https://coffre.une-organisation-au-nom-assez-long.example',
  safe: { id, holder: `${'Anne-Sophie '.repeat(6)} ${'de la Rochefoucauld '.repeat(4)}` },
  document: {
    ...{ id, title: long, type: 'PRN_SOLIDARITY', fileName: long, sizeBytes: 99_999_999 },
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ...{ sha256: hash, sha512: hash.repeat(2) },
  },
  deposit: { at: '2026-11-24T22:43:36.000Z', by: 'employee', depositor: null, link: { request: long, sentTo: null } },
  journal: {
    ...{ chapter: id, seq: 123_456, action: 'document.recovered', values: [id, hash] },
    ...{ prevHash: hash, hash, depositHash: hash },
  },
};

it.each(['fr', 'en'] as const)('is one page at its fullest, in each language: %s', async (locale) => {
  const drawing = { words: attestationWords[locale], facts: fullest, file: factsFile(fullest), isStamped: true };
  const seal = { kid: 'ab'.repeat(8), alg: 'ES256', signature: Buffer.alloc(64, 255).toString('base64') } as const;
  const pdf = await drawAttestation(await readFonts(), { ...drawing, seal, at: new Date('2026-11-24T23:00:00Z') });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  if (process.env['ATTESTATIONS']) await writeFile(`${process.env['ATTESTATIONS']}/fullest-${locale}.pdf`, pdf);
});
