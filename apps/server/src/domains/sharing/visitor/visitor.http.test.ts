import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { ShareVisitor } from '../../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestEmployer } from '../../../testing/people/test-employer.ts';

const gone = { status: 410, code: 'EntityNotFound' };
const agency = 'agence@example.org';

let test: TestApp;
let owner: Sharer;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  await test.startWorker();
});
afterEach(() => test.close());

describe('a visitor', () => {
  it('is told what a link opens before any code, and nothing of the documents', async () => {
    const document = await owner.document('Carte de Camille');
    const share = await owner.share([document], { recipients: [{ email: agency, phone: '06 39 98 01 20' }] });
    const visitor = await ShareVisitor.mailed(test, agency);
    expect(await visitor.context()).toEqual({
      ...{ shareId: share.id, mode: 'EMAIL', modes: ['EMAIL', 'SMS'], securityCode: false },
      ...{ sender: 'Camille Renaudin', title: 'Dossier de location' },
      ...{ maskedEmail: 'a•••@example.org', maskedPhone: '•• •• •• •• 20' },
    });
    expect(test.mails.filter(({ text, html }) => `${text}${html}`.includes('Carte de Camille'))).toEqual([]);
  });

  it('opens once, however much is read at once, what the code of another share opens too', async () => {
    const names = ['A', 'B', 'C', 'D'];
    const documents: string[] = [];
    for (const name of names) documents.push(await owner.document(name));
    const first = await owner.share(documents.slice(0, 1));
    const visitor = await (await ShareVisitor.of(test, first.link)).enter();
    const second = await owner.share(documents);
    await Promise.all([
      ...documents.map((document) => visitor.read(second.id, document)),
      visitor.tell('POST', `public/sharings/${second.id}/marked-as-read`),
    ]);
    const kinds = (await owner.events(second.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'OPENED')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'READ')).toHaveLength(names.length);
    expect((await owner.read(second.id)).opened.count).toBe(1);
  });

  it('loses nothing else to a document that cannot be opened, and operators are told', async () => {
    const other = new Sharer(test, await makeOwner(test));
    const [broken, whole] = [await other.document('Illisible'), await other.document('Lisible')];
    await other.share([broken, whole]);
    const mine = await owner.share([await owner.document('Bail')]);
    const visitor = await (await ShareVisitor.of(test, mine.link)).enter();
    await test.platform.db
      .updateTable('documents')
      .set({ sealed: Buffer.alloc(60, 1) })
      .where('document_id', '=', broken)
      .execute();
    const titles = (await visitor.list()).map(({ documents }) => documents.map(({ title }) => title));
    expect(titles).toEqual([['Bail'], ['Lisible']]);
    expect(test.logged.some((line) => line.includes('what is shared cannot be opened'))).toBe(true);
  });

  it.each(['EMAIL', 'SMS'] as const)('opens a share by a code sent by %s, reads and downloads', async (mode) => {
    const content = makePdf('bail', 200_000);
    const documents = [await owner.document('Bail', {}, content), await owner.document('Quittance')];
    const share = await owner.share(documents, { recipients: [{ email: agency, phone: '06 39 98 01 20' }] });
    const visitor = await (await ShareVisitor.mailed(test, agency)).enter(mode);
    expect(await visitor.list()).toMatchObject([
      { id: share.id, unread: true, documents: [{ title: 'Bail' }, { title: 'Quittance' }] },
    ]);
    const read = await visitor.read(share.id, documents[0] ?? '');
    expect([read.statusCode, read.rawPayload.equals(content)]).toEqual([200, true]);
    const zip = await visitor.download(share.id, documents);
    expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(zip.headers['content-disposition']).toContain('Dossier de location.zip');
    expect(await visitor.tell('POST', `public/sharings/${share.id}/marked-as-read`)).toMatchObject({ status: 204 });
    expect(await visitor.list()).toMatchObject([{ unread: false }]);
  });

  it('gets payslips named by month and employer, alone and in an archive, and the rest by title', async () => {
    const from = new Depositor(test, await createTestEmployer(test, { name: 'Atelier Morvan' }));
    await (await from.addEmployee()).activate(owner.owner);
    await from.deposit({ fileName: 'bulletin.pdf' });
    const payslip = (await owner.documents('type=PAYE'))[0]?.id ?? '';
    const lease = await owner.document('Bail');
    const share = await owner.share([payslip, lease]);
    const visitor = await (await ShareVisitor.mailed(test, agency)).enter();
    const name = '2026-10 Bulletin de paie – Atelier Morvan.pdf';
    expect(fileNameIn(await visitor.read(share.id, payslip))).toBe(name);
    expect(fileNameIn(await visitor.download(share.id, [payslip]))).toBe(name);
    const zip = await visitor.download(share.id, [payslip, lease]);
    expect(Object.keys(unzipSync(zip.rawPayload)).toSorted()).toEqual([name, 'Bail.pdf']);
    const english = await visitor.read(share.id, payslip, { 'accept-language': 'en' });
    expect(fileNameIn(english)).toBe('2026-10 Payslip – Atelier Morvan.pdf');
  });

  it('goes on with a download that was cut', async () => {
    const content = makePdf('bail', 200_000);
    const document = await owner.document('Bail', {}, content);
    const share = await owner.share([document]);
    const visitor = await (await ShareVisitor.mailed(test, agency)).enter();
    const whole = await visitor.read(share.id, document);
    const rest = await visitor.read(share.id, document, {
      range: 'bytes=120000-',
      'if-range': String(whole.headers['etag']),
    });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, 'bytes 120000-199999/200000']);
    expect(rest.rawPayload.equals(content.subarray(120_000))).toBe(true);
  });

  it('still reads what its owner has destroyed, until the share ends, and then its content is destroyed', async () => {
    const content = makePdf('bail', 100_000);
    const document = await owner.document('Bail', {}, content);
    const share = await owner.share([document]);
    const other = await owner.share([document], { title: 'Autre' });
    const visitor = await (await ShareVisitor.mailed(test, agency)).enter();
    await owner.tell('POST', 'documents/delete', { documents: [document] });
    expect((await visitor.read(share.id, document)).statusCode).toBe(200);
    test.clock.advance(10 * 60_000);
    await owner.tell('POST', 'trash/delete', { documents: [document], acknowledged: true });
    expect(await owner.room()).toEqual({ used: 0, count: 0 });
    expect((await visitor.read(share.id, document)).rawPayload.equals(content)).toBe(true);
    expect((await owner.read(share.id)).documents).toMatchObject([{ id: document, deleted: true }]);
    await owner.tell('POST', `sharings/${share.id}/stop`);
    expect(toldOf(await visitor.read(share.id, document))).toEqual(gone);
    expect((await visitor.read(other.id, document)).statusCode).toBe(200);
    await owner.tell('DELETE', `sharings/${other.id}`);
    const kept = () => test.platform.db.selectFrom('held_contents').selectAll().execute();
    expect(await kept()).toEqual([]);
    expect(toldOf(await visitor.read(other.id, document))).toEqual(gone);
  });
});

const fileNameIn = ({ headers }: { headers: Record<string, unknown> }): string =>
  decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '');
