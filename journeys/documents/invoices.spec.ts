import { longestReadingMs } from '../checks/pace.ts';
import { expect, test } from '../fixtures.ts';
import { OwnerCalls } from '../people/owner-calls.ts';
import { addDocument } from '../people/safe.ts';
import { Viewer } from '../screens/viewer.ts';

const schema = 'urn:oasis:names:specification:ubl:schema:xsd';

/** An invoice for programs, as a supplier's site offers it. */
const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="${schema}:Invoice-2" xmlns:cac="${schema}:CommonAggregateComponents-2" xmlns:cbc="${schema}:CommonBasicComponents-2">
<cbc:ID>F-2026-1187</cbc:ID><cbc:IssueDate>2026-10-18</cbc:IssueDate><cbc:DueDate>2026-11-02</cbc:DueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Menuiserie Delorme &amp; filles</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount currencyID="EUR">1042.08</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">1250.50</cbc:TaxInclusiveAmount></cac:LegalMonetaryTotal>
</Invoice>`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });

test('an electronic invoice is called by what it says, and says it beside the document', async ({
  page,
  t,
  press,
  owner,
  accounts,
  language,
  show,
}) => {
  const viewer = new Viewer({ page, t, press });
  const calls = new OwnerCalls(accounts, owner.token);
  const id = await addDocument(accounts, owner.token, file('export 12.xml', invoice));
  const plain = await addDocument(accounts, owner.token, file('Note.xml', '<note>Rien</note>'));
  const title = async () => ((await calls.call('GET', `documents/${id}`)) as { title: string }).title;
  test.slow();
  await expect
    .poll(title, { timeout: longestReadingMs })
    .toMatch(/^Menuiserie Delorme & filles – facture 2026-10 – 1.250,50.€$/);

  await page.goto('/documents');
  await press(page.getByRole('link', { name: /^Menuiserie Delorme/ }));
  const panel = await viewer.openDetails();
  const facts = panel.getByRole('region', { name: t('details.invoice.INVOICE') });
  await expect(facts.getByRole('definition')).toHaveText([
    'Menuiserie Delorme & filles',
    'F-2026-1187',
    ...(language === 'fr' ? ['18 octobre 2026', '2 novembre 2026'] : ['18 October 2026', '2 November 2026']),
    ...(language === 'fr' ? [/^1.042,08.€$/, /^1.250,50.€$/] : ['€1,042.08', '€1,250.50']),
  ]);
  await expect(panel).toContainText(t('documents.types.FACTA'));
  await facts.scrollIntoViewIfNeeded();
  await show('invoice');

  await page.goto(`/documents?document=${plain}`);
  const other = await viewer.openDetails();
  await expect(other).toContainText('Note.xml');
  await expect(other.getByText(t('details.invoice.supplier'))).toHaveCount(0);
});
