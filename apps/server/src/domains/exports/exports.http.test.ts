import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exporter } from '../../testing/exporter.ts';
import { makeOwner, makePdf, upload } from '../../testing/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  await test.startWorker();
});
afterAll(() => test.close());

async function makeExporter(titles: readonly string[] = ['Bail']): Promise<Exporter> {
  const owner = await makeOwner(test);
  for (const title of titles) await upload(test, owner, { fields: { title }, content: makePdf(title) });
  return new Exporter(test, owner);
}

describe('an export', () => {
  it('holds every document, and is what its digest says', async () => {
    const exporter = await makeExporter(['Bail', 'Contrat']);
    const { ready, zip, files } = await exporter.files();
    expect(createHash('sha256').update(zip).digest('hex')).toBe(ready.sha256);
    expect(files.get('documents/Autres/Bail.pdf')).toEqual(makePdf('Bail'));
    expect(files.get('documents/Autres/Contrat.pdf')).toEqual(makePdf('Contrat'));
  });
});
