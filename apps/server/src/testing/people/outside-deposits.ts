import { Depositor } from './depositor.ts';
import { tokenOf } from './links.ts';
import { makeForm, makePdf, type TestOwner } from './makers.ts';
import { Sharer } from './sharer.ts';
import { createTestEmployer } from './test-employer.ts';
import type { TestApp } from '../test-app.ts';

/** A new employer of that name takes the owner on, and deposits a payslip. */
export async function depositPayslip(test: TestApp, owner: TestOwner, name: string): Promise<void> {
  const from = new Depositor(test, await createTestEmployer(test, { name }));
  await (await from.addEmployee()).activate(owner);
  await from.deposit({ content: makePdf(name), fileName: 'bulletin-2026-10.pdf' });
}

/** Somebody sends a file by the link of a request, which was sent to marie@example.org. */
export async function sendByLink(test: TestApp, owner: TestOwner, fileName: string): Promise<void> {
  const request = await new Sharer(test, owner).call('POST', 'document-requests', {
    ...{ title: 'Justificatifs', email: 'marie@example.org' },
  });
  const { headers, payload } = makeForm([{ name: 'file', fileName, content: makePdf(fileName) }]);
  const authorization = `Bearer ${await tokenOf(test, request.json<{ link: string }>().link)}`;
  const url = '/backend/api/v1/public/document-requests/files';
  const sent = await test.app.inject({ method: 'POST', url, headers: { ...headers, authorization }, payload });
  if (sent.statusCode !== 201) throw new Error(`nothing was sent: ${sent.body}`);
}
