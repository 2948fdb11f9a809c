import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readFonts } from '../../src/platform/fonts.ts';
import { atelierMorvan } from './companies.ts';
import { makeDiploma } from './diploma.ts';
import { makeIdentityPicture } from './identity-picture.ts';
import { makeEnergyInvoice } from './invoice.ts';
import { makeHealthCertificate, makeRentReceipt, makeTeleworkAmendment, makeWorkContract } from './papers.ts';
import { openRaster } from './raster.ts';
import { roundedBox } from './shapes.ts';

const fonts = await readFonts();
const camille = { firstName: 'Camille', lastName: 'Roy', address: ['8 rue des Tilleuls', '69003 Lyon'] } as const;
const employee = { ...camille, employeeNumber: 'AM-0147', job: 'Cheffe de projet agencement', since: '2021-03-01' };
const year = [310, 298, 264, 241, 190, 152, 131, 128, 140, 171, 232, 287];

it.each([
  ['contract', () => makeWorkContract(fonts, { employer: atelierMorvan, employee, monthlyGrossCents: 285_000 })],
  ['amendment', () => makeTeleworkAmendment(fonts, { employer: atelierMorvan, employee, date: '2026-11-04' })],
  [
    'receipt',
    () => makeRentReceipt(fonts, { tenant: camille, period: '2026-11', rentCents: 72_000, chargesCents: 8_500 }),
  ],
  ['certificate', () => makeHealthCertificate(fonts, { member: camille, year: 2027, date: '2026-11-12' })],
  ['invoice', () => makeEnergyInvoice(fonts, { customer: camille, period: '2026-11', consumptionKwh: year })],
  ['diploma', () => makeDiploma(fonts, { ...camille, degree: 'Licence', subject: 'Design', date: '2012-07-04' })],
])('makes the same %s twice, on one page in French', async (_name, make) => {
  const [first, second] = [await make(), await make()];
  expect(first.equals(second)).toBe(true);
  const text = first.toString('latin1');
  expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
  expect(text).toContain('/Lang (fr-FR)');
});

it('draws the same identity card twice', () => {
  const holder = {
    ...camille,
    birthDate: '1991-04-12',
    birthPlace: 'Lyon',
    heading: 'CARTE D’IDENTITÉ',
    issuedOn: '2022-05-16',
  };
  const picture = makeIdentityPicture(fonts, holder);
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1012, 638]);
  expect(picture.equals(makeIdentityPicture(fonts, holder))).toBe(true);
});

it('paints what is inside of a shape, and a part of what it touches', () => {
  const raster = openRaster(4, 1);
  raster.fill(roundedBox({ x: 1, y: -5, width: 1.5, height: 20 }, 0.001), [0, 0, 0]);
  const png = raster.toPng();
  const start = png.indexOf('IDAT') + 4;
  const rows = inflateSync(png.subarray(start, png.indexOf('IEND') - 8));
  expect([1, 4, 7, 10].map((at) => rows[at])).toEqual([255, 0, 128, 255]);
});
