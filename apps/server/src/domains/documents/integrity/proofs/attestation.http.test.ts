import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Depositor, october } from '../../../../testing/people/depositor.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../../testing/people/makers.ts';
import { attachedTo } from '../../../../testing/files/pdf-streams.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';

let t: TestApp;
let martin: Depositor;
let owner: TestOwner;
beforeAll(async () => {
  t = await createTestApp();
  martin = await Depositor.make(t);
  owner = await martin.addOwner();
});
afterAll(() => t.close());

const get = (path: string, { who = owner, language }: { who?: TestOwner; language?: string } = {}) =>
  t.app.inject({
    url: `/backend/api/v1/${path}`,
    headers: { ...who.headers, ...(language !== undefined && { 'accept-language': language }) },
  });
const attestation = (id: string, asked: Parameters<typeof get>[1] = {}) => get(`documents/${id}/attestation`, asked);
const verifySeal = (payload: object) => t.app.inject({ method: 'POST', url: '/backend/api/v1/seals/verify', payload });

const depositOctober = async () => {
  await martin.deposit({ metadata: october, content: makePdf('october') });
  return (await martin.documentsOf(owner)).items[0]?.id ?? '';
};

describe('a deposit attestation', () => {
  it('is a tagged PDF in a language, with its fonts and what it attests inside', async () => {
    const id = await depositOctober();
    const french = await attestation(id);
    expect(french.statusCode).toBe(200);
    expect(french.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(french.headers['content-disposition']).toMatch(
      /^attachment; filename="attestation-de-depot-\d{4}-\d\d-\d\d\.pdf"$/,
    );
    const text = french.rawPayload.toString('latin1');
    for (const part of ['/Marked true', '/StructTreeRoot', '/Lang (fr-FR)', '/DisplayDocTitle true', '/FontFile'])
      expect(text).toContain(part);
    expect(text).toContain('(attestation.json)');
    const english = await attestation(id, { language: 'en-GB,en;q=0.9' });
    expect(english.headers['content-disposition']).toContain('deposit-attestation');
    expect(english.rawPayload.toString('latin1')).toContain('/Lang (en-GB)');
    expect(attachedTo(english.rawPayload).facts).toBe(attachedTo(french.rawPayload).facts);
  });

  it('is in the language of its owner where nobody asks for another', async () => {
    const english = await makeOwner(t, { locale: 'en' });
    const { id } = (await upload(t, english)).json();
    expect((await attestation(id, { who: english })).headers['content-disposition']).toContain('deposit-attestation');
  });

  it('says what, when, by whom, and the digests', async () => {
    const id = await depositOctober();
    const { attested } = attachedTo((await attestation(id)).rawPayload);
    const shown = (await get(`documents/${id}`)).json();
    const content = makePdf('october');
    expect(attested).toMatchObject({
      attests: 'deposit',
      version: 1,
      installation: 'https://safe.example',
      safe: { id: owner.safeId, holder: 'Camille Renaudin' },
      document: {
        ...{ id, title: october.title, type: 'PAYE', fileName: 'bulletin.pdf', mimeType: 'application/pdf' },
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        sha512: createHash('sha512').update(content).digest('hex'),
      },
      deposit: { at: shown.addedAt, by: 'company', depositor: 'Ateliers Martin' },
    });
  });

  it('names the entry of the journal, whose hash follows from what is attached', async () => {
    const id = await depositOctober();
    const { journal } = attachedTo((await attestation(id)).rawPayload).attested;
    const { items } = (await get('user/journal?kind=document&limit=200')).json();
    const entry = items.find(
      (one: { action: string; documentId: string }) => one.action === 'document.deposited' && one.documentId === id,
    );
    expect(journal.hash).toBe(entry.hash);
    const hash = createHash('sha256')
      .update(Buffer.from(journal.prevHash, 'hex'))
      .update(journal.values.join('\u001f'))
      .digest('hex');
    expect(hash).toBe(journal.hash);
    expect(journal.values).toEqual(expect.arrayContaining([owner.safeId, String(journal.seq), id, 'done']));
  });

  it('bears a seal that anyone can check, with a public key and here', async () => {
    const { facts, signature } = attachedTo((await attestation(await depositOctober())).rawPayload);
    const { keys } = (await t.app.inject('/backend/api/v1/seals/keys')).json();
    expect(keys).toEqual([{ kid: expect.any(String), algorithm: 'ES256', publicKey: expect.any(String) }]);
    const publicKey = createPublicKey(keys[0].publicKey);
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(facts), key, Buffer.from(signature, 'base64'))).toBe(true);
    expect((await verifySeal({ facts, signature })).json()).toEqual({ genuine: true, kid: keys[0].kid });
    const kid = createHash('sha256')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest('hex');
    expect(keys[0].kid).toBe(kid.slice(0, 16));
  });

  it('is found genuine by its Ed25519 seal, where it was made before seals had certificates', async () => {
    const { facts } = attachedTo((await attestation(await depositOctober())).rawPayload);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from(facts), privateKey).toString('base64');
    const older = await createTestApp();
    try {
      const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' });
      const wrapped = await older.platform.keys.wrap('signing', pkcs8, 'seals/1');
      const row = { purpose: 'seals', kid: '1', wrapped, created_at: older.clock.now() };
      await older.platform.db.insertInto('system_secrets').values(row).execute();
      const ask = async (payload: object) =>
        (await older.app.inject({ method: 'POST', url: '/backend/api/v1/seals/verify', payload })).json();
      const { keys } = (await older.app.inject('/backend/api/v1/seals/keys')).json();
      expect(keys.map(({ algorithm }: { algorithm: string }) => algorithm)).toEqual(['Ed25519', 'ES256']);
      expect(createPublicKey(keys[0].publicKey).equals(publicKey)).toBe(true);
      expect(await ask({ facts, signature })).toEqual({ genuine: true, kid: keys[0].kid });
      expect(await ask({ facts: `${facts} `, signature })).toEqual({ genuine: false });
      expect((await verifySeal({ facts, signature })).json(), 'its key is not here').toEqual({ genuine: false });
    } finally {
      await older.close();
    }
  });

  it.each([
    ['a changed fact', (facts: string) => ({ facts: facts.replace('Ateliers', 'Atelier') })],
    [
      'another order',
      (facts: string) => ({
        facts: JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(facts)).toReversed())),
      }),
    ],
    ['a space', (facts: string) => ({ facts: `${facts} ` })],
    ['another signature', () => ({ signature: Buffer.alloc(64, 7).toString('base64') })],
    ['a short signature', () => ({ signature: 'AAAA' })],
    ['what is no base 64', () => ({ signature: '!!!!' })],
  ])('has no seal for %s', async (_name, change) => {
    const { facts, signature } = attachedTo((await attestation(await depositOctober())).rawPayload);
    expect((await verifySeal({ facts, signature, ...change(facts) })).json()).toEqual({ genuine: false });
  });

  it.each([
    [{}, ['facts', 'signature']],
    [{ facts: 1, signature: 'AAAA' }, ['facts']],
    [{ facts: '', signature: '' }, ['facts', 'signature']],
    [{ facts: 'x'.repeat(20_001), signature: 'AAAA' }, ['facts']],
    [{ facts: '{}', signature: 'A'.repeat(201) }, ['signature']],
    [{ facts: '{}', signature: 'AAAA', kid: '1' }, ['kid']],
  ])('is not asked about with %j', async (payload, fields) => {
    const answer = await verifySeal(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('has the same facts each time, whichever process makes it', async () => {
    const id = await depositOctober();
    const { facts } = attachedTo((await attestation(id)).rawPayload);
    const beside = await createTestApp({ beside: t });
    const other = await beside.app.inject({
      url: `/backend/api/v1/documents/${id}/attestation`,
      headers: owner.headers,
    });
    expect(attachedTo(other.rawPayload).facts).toBe(facts);
    await beside.close();
  });

  it('stands in the journal', async () => {
    const id = await depositOctober();
    await attestation(id);
    const { items } = (await get('user/journal?kind=document&limit=3')).json();
    expect(items[0]).toMatchObject({ action: 'document.attested', documentId: id, title: october.title });
  });

  it('tells of a document that waited for its owner when it was deposited, and arrived', async () => {
    const late = await martin.addEmployee('9');
    const answer = await martin.deposit({ metadata: { ...october, employeeNumber: '9' }, content: makePdf('waited') });
    const latecomer = await makeOwner(t);
    await late.activate(latecomer);
    await t.startWorker();
    await expect.poll(async () => (await martin.documentsOf(latecomer)).total).toBe(1);
    const id = (await martin.documentsOf(latecomer)).items[0]?.id ?? '';
    const { attested } = attachedTo((await attestation(id, { who: latecomer })).rawPayload);
    expect(attested.journal).toMatchObject({
      action: 'document.recovered',
      depositHash: answer.body.receipt.journalHash,
    });
    const { addedAt } = (await get(`documents/${id}`, { who: latecomer })).json();
    expect(attested.deposit).toEqual({ at: addedAt, by: 'company', depositor: 'Ateliers Martin' });
  });

  it('is nobody else’s, nor of what is missing', async () => {
    const id = await depositOctober();
    const missing = { status: 404, errors: [{ code: 'DocumentNotFound' }] };
    expect((await attestation(id, { who: await makeOwner(t) })).json()).toEqual(missing);
    for (const other of [owner.safeId, 'nothing']) expect((await attestation(other)).json()).toEqual(missing);
  });

  it('is never of what the journal does not bear out', async () => {
    const { id } = (await upload(t, owner, { content: makePdf('false') })).json();
    const { db } = t.platform;
    const row = await db.selectFrom('documents').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow();
    const { openDocument, sealDocument } = await import('../../record/sealed-document.ts');
    const keys = await t.platform.vault.keysOf(owner.safeId, 'owner');
    const secrets = openDocument(keys, id, row.sealed);
    const { sealed } = sealDocument(keys, id, { ...secrets, sha512: 'ab'.repeat(64) });
    await db.updateTable('documents').set({ sealed }).where('document_id', '=', id).execute();
    const answer = await attestation(id);
    expect(answer.json()).toEqual({ status: 500, errors: [{ code: 'InternalServerError' }] });
  });

  it('says nowhere what the software cannot show', async () => {
    const { attestationWords } = await import('./attestation.words.ts');
    expect(JSON.stringify(attestationWords)).not.toMatch(/qualifi|certifi[eé]d?\b|zero.knowledge|eIDAS/i);
  });

  const W200 = 'W'.repeat(200);
  it.each([
    ['long', W200, `${'W'.repeat(190)}.pdf`],
    ['with emoji and other alphabets', '👩‍👩‍👧 Договор 契約書 عقد Łódź œuvre n° 5 €', 'é à ü.pdf'],
    ['of an employer abroad', 'Umowa dla Łukasz Śmigły 2026', 'Umowa Łukasz.pdf'],
    ['with PDF syntax', '(\\) endstream >> /JS <<', ') Tj (.pdf'],
  ])('is one page for a title %s', async (name, title, fileName) => {
    const { id } = (await upload(t, owner, { fields: { title }, fileName, content: makePdf(name) })).json();
    const answer = await attestation(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(attachedTo(answer.rawPayload).attested.document.title).toBe(title);
    if (process.env['ATTESTATIONS']) await writeFile(`${process.env['ATTESTATIONS']}/${name}.pdf`, answer.rawPayload);
  });
});
