import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** The part of Tesseract in WebAssembly that we use, without the threads and the downloads of its usual wrapper. */
type Tesseract = {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => {
    Init(folder: string, languages: string, engine: number): number;
    SetImageFile(orientation: number): number;
    Recognize(monitor: null): number;
    GetUTF8Text(): string;
  };
};

const languages = ['fra', 'eng'] as const;
/** The neural engine alone: the data of the other is not there. */
const neural = 1;

export type Recogniser = (png: Buffer) => string;

/** Recognises French and English words in pictures. The data of the languages comes with the installation. */
export async function openRecogniser(): Promise<Recogniser> {
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as (options: object) => Promise<Tesseract>;
  const tesseract = await load({ print: () => {}, printErr: () => {} });
  for (const language of languages) {
    const file = require.resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`);
    tesseract.FS.writeFile(`/${language}.traineddata`, gunzipSync(await readFile(file)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init('/', languages.join('+'), neural) !== 0) throw new Error('the recogniser does not start');
  return (png) => {
    tesseract.FS.writeFile('/input', png);
    if (api.SetImageFile(1) !== 0) return '';
    api.Recognize(null);
    return api.GetUTF8Text();
  };
}
