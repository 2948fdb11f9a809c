import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askForLink, linksIn, openLink } from '../../testing/people/links.ts';
import { makeOwner } from '../../testing/people/makers.ts';
import { ShareVisitor } from '../../testing/people/share-visitor.ts';
import { Sharer, toldOf } from '../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const v1 = '/backend/api/v1';
const day = 86_400_000;
const gone = { status: 410, code: 'EntityNotFound' };

let test: TestApp;
let owner: Sharer;
let document: string;
beforeEach(async () => {
  test = await createTestApp();
  owner = new Sharer(test, await makeOwner(test));
  document = await owner.document('Devis');
});
afterEach(() => test.close());

const linkOf = (reference: string) => `https://safe.example/p#${reference}`;
const ended = async (link: string) => toldOf(await askForLink(test, link));
const shareByLink = async (wanted: object = {}) => owner.share([document], { mode: 'LINK', ...wanted });

describe('a reference', () => {
  it('is 22 characters behind the #, and of it the database has a keyed hash', async () => {
    const { link = '' } = await shareByLink();
    const request = await owner.call('POST', 'document-requests', { title: 'RIB' });
    const links = [link, request.json<{ link: string }>().link];
    for (const each of links) expect(each).toMatch(/^https:\/\/safe\.example\/p#[\w-]{22}$/);
    for (const table of ['share_recipients', 'document_requests'] as const) {
      const kept = JSON.stringify(await test.platform.db.selectFrom(table).selectAll().execute());
      for (const reference of links.map((each) => new URL(each).hash.slice(1)))
        for (const form of [reference, Buffer.from(reference, 'base64url').toString('hex')])
          expect(kept).not.toContain(form);
    }
    for (const each of links) expect(test.logged.join('')).not.toContain(new URL(each).hash.slice(1));
  });

  it('opens a share for whoever has it, by the code token of the specification', async () => {
    const { link = '' } = await shareByLink();
    const opened = await openLink(test, link);
    expect(opened).toEqual({ kind: 'share', token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
    expect(await new ShareVisitor(test, opened.token).context()).toMatchObject({ mode: 'LINK' });
  });

  it('opens a request, whose token sends files', async () => {
    const { link } = (await owner.call('POST', 'document-requests', { title: 'RIB' })).json<{ link: string }>();
    const { kind, token } = await openLink(test, link);
    const url = `${v1}/public/document-requests/context`;
    const context = await test.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect([kind, context.statusCode, context.json()]).toMatchObject(['request', 200, { title: 'RIB' }]);
  });

  it('stays the same while the link is, and opens nothing once another was made', async () => {
    const { id, link = '' } = await shareByLink();
    const ask = async (body: object) =>
      (await owner.call('POST', `sharings/${id}/link`, body)).json<{ link: string }>();
    expect((await ask({})).link).toBe(link);
    const renewed = await ask({ renew: true });
    expect(renewed.link).not.toBe(link);
    expect([(await openLink(test, renewed.link)).kind, await ended(link)]).toEqual(['share', gone]);
  });

  it('is made for a link of before, when that is asked for again', async () => {
    const { id, link = '' } = await shareByLink();
    await test.platform.db.updateTable('share_recipients').set({ reference_tag: null }).execute();
    expect(await ended(link)).toEqual(gone);
    await owner.call('POST', `sharings/${id}/link`, {});
    expect((await openLink(test, link)).kind).toBe('share');
  });

  it('is answered alike where it is unknown, of an ended share, of a stopped one, or no reference', async () => {
    const [running, stopped] = [await shareByLink({ durationDays: 7 }), await shareByLink()];
    await owner.call('POST', `sharings/${stopped.id}/stop`);
    const answers = [];
    const asked = (reference: string) => askForLink(test, linkOf(reference));
    for (const reference of ['A'.repeat(22), 'court', new URL(stopped.link ?? '').hash.slice(1)])
      answers.push(await asked(reference));
    test.clock.advance(8 * day);
    answers.push(await askForLink(test, running.link ?? ''));
    const bodies = answers.map((answer) => {
      const { errors } = answer.json<{ errors: Array<Record<string, unknown>> }>();
      return [answer.statusCode, errors.map(({ code, field }) => ({ code, field }))];
    });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(toldOf(answers[0] as NonNullable<(typeof answers)[0]>)).toEqual(gone);
  });

  it('uses nothing up: what only opens links for its owner ends none', async () => {
    await test.startWorker();
    const { email } = owner.owner;
    const payload = { email, mode: 'EMAIL' };
    await test.app.inject({ method: 'POST', url: `${v1}/password/reset/request-code`, payload });
    const linkInMail = () => test.mails.filter(({ to }) => to === email).flatMap(({ text }) => linksIn(text))[0];
    await expect.poll(linkInMail).toBeDefined();
    const link = linkInMail() ?? '';
    const first = await openLink(test, link);
    expect(first).toEqual({ kind: 'reset', token: new URL(link).hash.slice(1) });
    expect(await openLink(test, link)).toEqual(first);
    const url = `${v1}/password/reset/verify-code`;
    expect((await test.app.inject({ method: 'POST', url, payload: { token: first.token } })).statusCode).toBe(200);
    expect(await ended(link)).toEqual(gone);
  });
});
