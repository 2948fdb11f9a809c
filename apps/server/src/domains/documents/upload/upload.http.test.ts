import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AntivirusUnavailable, type Antivirus, type Verdict } from '../../../platform/antivirus/antivirus.ts';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeForm, makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { compoundFile } from '../../../testing/files/typed-files.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { clearExpiredUploads } from '../documents.jobs.ts';

let verdict: Verdict | 'unavailable' = { verdict: 'clean' };
let whileScanned = async () => {};
const antivirus: Antivirus = {
  enabled: true,
  check: async () => {},
  begin: async () => ({
    write: async () => {},
    finish: async () => {
      await whileScanned();
      if (verdict === 'unavailable') throw new AntivirusUnavailable('stopped');
      return verdict;
    },
    abort: () => {},
  }),
};

let t: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp({ antivirus, storageLimitBytes: 300_000 });
  owner = await makeOwner(t);
});
afterAll(() => t.close());

const objectsOf = async () => Array.fromAsync(t.platform.objects.list());
const intentsOf = () => t.platform.db.selectFrom('upload_intents').selectAll().execute();
const roomOf = (safeId: string) =>
  t.platform.db
    .selectFrom('safes')
    .select(['storage_used as used', 'storage_reserved as reserved', 'document_count as count'])
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();

/** A refusal leaves nothing: no object, no intent, no room taken, no document. */
async function expectNothingLeft(work: () => Promise<unknown>) {
  const before = { objects: await objectsOf(), room: await roomOf(owner.safeId) };
  await work();
  expect(await objectsOf()).toEqual(before.objects);
  expect(await roomOf(owner.safeId)).toEqual(before.room);
  expect(await intentsOf()).toEqual([]);
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');

describe('a file that is not what its name says', () => {
  it.each([
    ['a PDF that is a picture', 'contrat.pdf', png],
    ['a picture that is a PDF', 'photo.png', makePdf('x')],
    ['a text that is a picture', 'note.txt', png],
    ['a text that is a PDF', 'note.txt', Buffer.from('%PDF-1.7 only text')],
    ['an office document that is a plain archive', 'lettre.docx', Buffer.from('504b0304140000000000', 'hex')],
    ['an HTML page called XML', 'page.xml', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['an office document that only names its kind', 'lettre.docx', Buffer.from('PK\u0003\u0004 word/')],
    ['an archive of three bytes', 'court.zip', Buffer.from('PK\u0003')],
    ['a page that calls itself a PDF further on', 'page.pdf', Buffer.from('<html><script>1</script>%PDF-1.4')],
    ['a program that begins as UTF-16', 'note.txt', Buffer.from('fffe7f454c46020101000000000000000000', 'hex')],
    ['a script', 'run.js', Buffer.from('alert(1)')],
    ['a drawing that could run scripts', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a file without extension', 'README', Buffer.from('text')],
    ['a file that is only an extension', '.pdf', makePdf('x')],
    ['an empty file', 'vide.pdf', Buffer.alloc(0)],
    ['an empty text', 'vide.txt', Buffer.alloc(0)],
  ])('is UnsupportedFileType: %s', async (_what, fileName, content) => {
    await expectNothingLeft(async () => {
      const answer = await upload(t, owner, { fileName, content });
      expect(answer.json()).toEqual({ status: 415, errors: [{ code: 'UnsupportedFileType', field: 'file' }] });
    });
  });
});

describe('a file that is what its name says', () => {
  it.each([
    ['photo.PNG', png, 'image/png'],
    ['note.txt', Buffer.from('Bonjour à tous\r\n\tfin'), 'text/plain; charset=utf-8'],
    ['utf16.txt', Buffer.from('\ufeffBonjour à tous', 'utf16le'), 'text/plain; charset=utf-16'],
    ['utf16-be.txt', Buffer.from('\ufeffBonjour à tous', 'utf16le').swap16(), 'text/plain; charset=utf-16'],
    ['utf16.csv', Buffer.from('\ufeffa;b\r\n1;2\r\n', 'utf16le'), 'text/csv; charset=utf-16'],
    ['utf8-mark.txt', Buffer.from('\ufeffBonjour à tous'), 'text/plain; charset=utf-8'],
    ['utf16-be.xml', Buffer.from('\ufeff<?xml version="1.0"?><a>é</a>', 'utf16le').swap16(), 'application/xml'],
    ['table.csv', Buffer.from('a;b\n1;2\n'), 'text/csv; charset=utf-8'],
    ['data.xml', Buffer.from('<?xml version="1.0"?><a/>'), 'application/xml'],
    ['mail.eml', Buffer.from('From: a@example.org\r\n\r\nText'), 'message/rfc822'],
    ['lettre.rtf', Buffer.from('{\\rtf1\\ansi Bonjour}'), 'application/rtf'],
    ['archive.zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex'), 'application/zip'],
    ['vieux.doc', compoundFile({ WordDocument: 4_096 }), 'application/msword'],
  ])('is taken: %s', async (fileName, content, mimeType) => {
    const answer = await upload(t, await makeOwner(t), { fileName, content });
    expect(answer.json()).toMatchObject({ mimeType, size: content.length });
  });
});

describe('a text in UTF-16', () => {
  const text = Buffer.from('\ufeffDéposé le 21 novembre : 1 234 €', 'utf16le');

  it.each([
    ['its low byte first', text],
    ['its high byte first', Buffer.from(text).swap16()],
  ])('is served as what it is, byte for byte: %s', async (_what, content) => {
    const { id } = (await upload(t, owner, { fileName: 'note.txt', content })).json<{ id: string }>();
    const url = `/backend/api/v1/documents/${id}/content`;
    const read = await t.app.inject({ url, headers: owner.headers });
    expect(read.headers['content-type']).toBe('text/plain; charset=utf-16');
    expect(read.rawPayload).toEqual(content);
  });
});

describe('a name', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\moi\\fiche.pdf', 'fiche.pdf'],
    ['fiche\u202efdp.pdf', 'fichefdp.pdf'],
    ['émoji 🎉.pdf', 'émoji 🎉.pdf'],
  ])('is only a name: %s', async (fileName, clean) => {
    const answer = await upload(t, await makeOwner(t), { fileName });
    expect(answer.json()).toMatchObject({ fileName: clean, title: clean.replace('.pdf', '') });
  });
});

describe('a form', () => {
  const send = (parts: Parameters<typeof makeForm>[0]) =>
    t.app.inject({
      method: 'POST',
      url: '/backend/api/v1/documents',
      ...makeForm(parts),
      headers: { ...makeForm(parts).headers, ...owner.headers },
    });
  const file = { name: 'file', fileName: 'a.pdf', content: makePdf('a') };

  it.each([
    ['without a file', [{ name: 'title', value: 'A' }], 'file', 'required'],
    ['with an unknown field', [file, { name: 'colour', value: 'red' }], 'colour', 'unknown'],
    ['with an unknown file', [{ ...file, name: 'other' }, file], 'other', 'unknown'],
    ['with a title that is too long', [file, { name: 'title', value: 'x'.repeat(201) }], 'title', 'maxLength'],
    ['with a type that does not exist', [file, { name: 'type', value: 'NOPE' }], 'type', 'value'],
    ['with two files', [file, file], 'file', 'maxItems'],
  ])('%s is refused by name', async (_what, parts, field, rule) => {
    await expectNothingLeft(async () => {
      const answer = await send(parts);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field, params: { rule } }]);
    });
  });

  it('that is no form is refused', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/backend/api/v1/documents',
      headers: owner.headers,
      payload: { title: 'A' },
    });
    expect(answer.json().errors).toEqual([{ code: 'InvalidRequest', params: { rule: 'mediaType' } }]);
  });

  it('that has no length to speak of is a form without a file', async () => {
    const headers = { ...makeForm([]).headers, ...owner.headers, 'content-length': '0' };
    const answer = await t.app.inject({ method: 'POST', url: '/backend/api/v1/documents', headers });
    expect(answer.statusCode).toBe(400);
  });

  it('that is cut in the middle leaves nothing', async () => {
    await expectNothingLeft(async () => {
      const { headers, payload } = makeForm([file]);
      const answer = await t.app.inject({
        method: 'POST',
        url: '/backend/api/v1/documents',
        headers: { ...headers, ...owner.headers },
        payload: payload.subarray(0, payload.length - 60),
      });
      expect(answer.statusCode).toBe(400);
    });
  });

  it('for a category that is not there leaves nothing', async () => {
    await expectNothingLeft(async () => {
      const answer = await upload(t, owner, { fields: { categoryId: '018f0000-0000-7000-8000-000000000000' } });
      expect(answer.json()).toEqual({ status: 404, errors: [{ code: 'CategoryNotFound', field: 'categoryId' }] });
    });
  });
});

describe('a folder and a category that are named together', () => {
  it('agree, or the form is refused by name', async () => {
    const arranger = new Arranger(t, owner);
    const [housing, health] = await Promise.all([arranger.category('housing'), arranger.category('health')]);
    const folderId = await arranger.folder('Maison', { categoryId: housing });
    const agreed = await upload(t, owner, { fields: { folderId, categoryId: housing } });
    expect(agreed.json()).toMatchObject({ folderId, categoryId: housing });
    for (const categoryId of [health, 'nothing', '018f0000-0000-7000-8000-000000000000']) {
      await expectNothingLeft(async () => {
        const refused = await upload(t, owner, { fields: { folderId, categoryId } });
        expect(refused.json()).toEqual({
          status: 400,
          errors: [{ code: 'InvalidRequest', field: 'categoryId', params: { rule: 'value' } }],
        });
      });
    }
  });
});

describe('a safe without room', () => {
  it('takes what fits to the byte, and refuses the next', async () => {
    const full = await makeOwner(t);
    expect((await upload(t, full, { content: makePdf('big', 299_000) })).statusCode).toBe(201);
    expect((await upload(t, full, { content: makePdf('over', 1_001) })).json()).toEqual({
      status: 507,
      errors: [{ code: 'UserSpaceStorageFull' }],
    });
    expect((await upload(t, full, { content: makePdf('rest', 1_000) })).statusCode).toBe(201);
    expect((await upload(t, full, { content: makePdf('none') })).statusCode).toBe(507);
    expect(await roomOf(full.safeId)).toEqual({ used: 300_000, reserved: 0, count: 2 });
  });

  it('is never overfilled by uploads at the same instant', async () => {
    const crowded = await makeOwner(t);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => upload(t, crowded, { content: makePdf(`part ${index}`, 90_000) })),
    );
    const added = answers.filter(({ statusCode }) => statusCode === 201).length;
    expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 507)).toBe(true);
    expect(await roomOf(crowded.safeId)).toEqual({ used: added * 90_000, reserved: 0, count: added });
  });
});

describe('an upload that is refused', () => {
  it('is an entry of the journal, whatever the cause', async () => {
    const refused = await makeOwner(t);
    await upload(t, refused, { fileName: 'run.exe' });
    await upload(t, refused, { fields: { colour: 'red' } });
    const { items } = (await t.app.inject({ url: '/backend/api/v1/user/journal', headers: refused.headers })).json();
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'document.deposit-refused', result: 'refused' },
      { action: 'document.deposit-refused', result: 'refused' },
    ]);
  });
});

describe('the antivirus', () => {
  it('refuses what it finds, and the journal of the safe tells it', async () => {
    verdict = { verdict: 'infected', signature: 'Test' };
    await expectNothingLeft(async () => {
      expect((await upload(t, owner)).json()).toEqual({
        status: 422,
        errors: [{ code: 'MalwareDetected', field: 'file' }],
      });
    });
    verdict = { verdict: 'clean' };
    const entries = await t.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'result'])
      .where('safe_id', '=', owner.safeId)
      .orderBy('seq', 'desc')
      .limit(1)
      .execute();
    expect(entries).toEqual([{ action: 'document.deposit-refused', result: 'refused' }]);
  });

  it('that does not answer lets nothing through', async () => {
    verdict = 'unavailable';
    await expectNothingLeft(async () => {
      expect((await upload(t, owner)).json()).toEqual({ status: 503, errors: [{ code: 'AntimalwareUnavailable' }] });
    });
    verdict = { verdict: 'clean' };
  });
});

describe('the janitor', () => {
  it('takes back what an upload left that never ended', async () => {
    const left = '018f0000-0000-7000-8000-0000000000aa';
    await t.platform.objects.put(
      left,
      (async function* () {
        yield Buffer.from('left');
      })(),
    );
    await t.platform.db
      .insertInto('upload_intents')
      .values({ holder_id: owner.safeId, object_id: left, reserved_bytes: 500, expires_at: t.clock.now() })
      .execute();
    await t.platform.db
      .updateTable('safes')
      .set({ storage_reserved: 500 })
      .where('safe_id', '=', owner.safeId)
      .execute();
    t.clock.advance(1);
    expect(await clearExpiredUploads(t.platform)).toBe(1);
    expect(await objectsOf()).not.toContain(left);
    expect((await roomOf(owner.safeId)).reserved).toBe(0);
  });

  it('that takes back an upload still on its way leaves no object behind', async () => {
    whileScanned = async () => {
      t.clock.advance(7 * 3_600_000);
      await clearExpiredUploads(t.platform);
    };
    const patient = await makeOwner(t);
    await expectNothingLeft(async () => expect((await upload(t, patient)).statusCode).toBe(503));
    whileScanned = async () => {};
  });
});
