import { create, type Font } from 'fontkit';
import type { Fonts } from '../../src/platform/fonts.ts';
import { openRaster, type Colour, type Point, type Raster } from './raster.ts';
import { ellipse, lettering, ribbon, roundedBox, turned } from './shapes.ts';
import { longDate } from './words.ts';

type Holder = {
  /** The paper's own heading. */
  heading: string;
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  birthPlace: string;
  /** `YYYY-MM-DD`; valid ten years from there. */
  issuedOn: string;
};

const petrol: Colour = [19, 76, 92];
const ink: Colour = [18, 36, 43];
const muted: Colour = [75, 93, 100];
const brass: Colour = [226, 169, 59];
const paper: Colour = [236, 244, 245];
const skin: Colour = [176, 196, 203];

/** The picture of an identity paper of no country, in PNG: no photograph, and it says that it is a specimen. */
export function makeIdentityPicture(fonts: Fonts, holder: Holder): Buffer {
  const raster = openRaster(1012, 638);
  const [text, strong, title] = [openFont(fonts.text), openFont(fonts.strong), openFont(fonts.title)];
  raster.fill(roundedBox({ x: 0, y: 0, width: 1012, height: 638 }, 1), [207, 217, 220]);
  raster.fill(roundedBox({ x: 12, y: 12, width: 988, height: 614 }, 36), paper);
  paintWaves(raster);
  raster.fill(roundedBox({ x: 12, y: 12, width: 988, height: 92 }, 36), petrol);
  raster.fill(roundedBox({ x: 12, y: 68, width: 988, height: 36 }, 1), petrol);
  raster.fill(roundedBox({ x: 12, y: 104, width: 988, height: 6 }, 1), brass);
  raster.fill(lettering(holder.heading, { font: title, size: 40, at: [52, 74] }), [255, 255, 255]);
  raster.fill(lettering('Document de démonstration', { font: text, size: 26, at: [612, 71] }), [190, 214, 221]);
  paintPortrait(raster);
  fieldsOf(holder).forEach(([label, value], at) => {
    const y = 172 + at * 84;
    raster.fill(lettering(label, { font: text, size: 22, at: [360, y] }), muted);
    raster.fill(lettering(value, { font: strong, size: 34, at: [360, y + 38] }), ink);
  });
  paintSeal(raster, [880, 210]);
  raster.fill(lettering(machineLine(holder), { font: strong, size: 30, at: [52, 596] }), ink);
  const stamp = lettering('SPÉCIMEN', { font: title, size: 150, at: [170, 420] });
  raster.fill(turned(stamp, [506, 380], -0.045), petrol, 0.1);
  return raster.toPng();
}

function openFont(file: Buffer): Font {
  const font = create(file);
  if (!('layout' in font)) throw new Error('a collection of fonts is no font');
  return font;
}

const fieldsOf = ({ firstName, lastName, birthDate, birthPlace, issuedOn }: Holder): [string, string][] => [
  ['Nom', lastName.toUpperCase()],
  ['Prénom', firstName],
  ['Naissance', `${longDate(birthDate)}, ${birthPlace}`],
  ['Délivrance', longDate(issuedOn)],
  ['Expiration', longDate(`${Number(issuedOn.slice(0, 4)) + 10}${issuedOn.slice(4)}`)],
];

const machineLine = ({ firstName, lastName }: Holder): string =>
  `SPECIMEN<<${lastName}<<${firstName}`
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z<]/g, '')
    .padEnd(38, '<');

/** Fine waves, as on paper that is hard to copy. */
function paintWaves(raster: Raster): void {
  for (let wave = 0; wave < 26; wave += 1) {
    const points = Array.from({ length: 62 }, (_, at): Point => {
      const x = 16 + at * 16;
      return [x, 130 + wave * 18 + 12 * Math.sin(x / 90 + wave / 3)];
    });
    raster.fill(ribbon(points, 1.6), wave % 3 === 0 ? brass : petrol, 0.16);
  }
}

function paintPortrait(raster: Raster): void {
  raster.fill(roundedBox({ x: 52, y: 144, width: 270, height: 346 }, 20), [214, 226, 230]);
  raster.fill(ellipse([187, 268], [62, 76]), skin);
  raster.fill(roundedBox({ x: 77, y: 372, width: 220, height: 118 }, 20), skin);
  raster.fill(ellipse([187, 396], [110, 62]), skin);
  raster.fill(roundedBox({ x: 160, y: 320, width: 54, height: 60 }, 16), skin);
}

function paintSeal(raster: Raster, centre: Point): void {
  for (let year = 0; year < 50; year += 1) {
    const tick = roundedBox({ x: centre[0] - 2, y: centre[1] - 66, width: 4, height: 16 }, 2);
    raster.fill(turned(tick, centre, year / 50), brass);
  }
  raster.fill(ellipse(centre, [38, 38]), petrol);
}
