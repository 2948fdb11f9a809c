import Pdf from 'pdfkit';
import { buffer } from 'node:stream/consumers';

export type SampleInvoice = {
  supplier: string;
  number: string;
  /** `YYYY-MM-DD`. */
  date: string;
  dueDate: string;
  net: string;
  total: string;
  currency: string;
  typeCode: string;
};

export const lumen: SampleInvoice = {
  ...{ supplier: 'Lumen Énergie', number: '202610-48213', date: '2026-10-18', dueDate: '2026-11-02' },
  ...{ net: '80.22', total: '96.26', currency: 'EUR', typeCode: '380' },
};

/** The invoice as the reader returns it. */
export const readOf = ({ supplier, number, date, dueDate, ...invoice }: SampleInvoice) => ({
  ...{ kind: 'INVOICE', supplier, number, date, dueDate },
  amount: { value: Number(invoice.total), currency: invoice.currency },
  amountWithoutTax: { value: Number(invoice.net), currency: invoice.currency },
});

const uncefact = 'urn:un:unece:uncefact:data:standard';
const day = (date: string) => `<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`;

/** Factur-X and ZUGFeRD 2, profile BASIC WL. */
export const crossIndustryInvoice = (changed: Partial<SampleInvoice> = {}): string => {
  const { supplier, number, date, dueDate, net, total, currency, typeCode } = { ...lumen, ...changed };
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${uncefact}:CrossIndustryInvoice:100" xmlns:ram="${uncefact}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${uncefact}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:factur-x.eu:1p0:basicwl</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>${typeCode}</ram:TypeCode><ram:IssueDateTime>${day(date)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${supplier}</ram:Name><ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress></ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Camille Renaudin</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode><ram:ApplicableTradeTax><ram:CalculatedAmount>16.04</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>${net}</ram:BasisAmount><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>20</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(dueDate)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="${currency}">16.04</ram:TaxTotalAmount><ram:GrandTotalAmount>${total}</ram:GrandTotalAmount><ram:TotalPrepaidAmount>${total}</ram:TotalPrepaidAmount><ram:DuePayableAmount>0.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
};

/** ZUGFeRD 1, profile BASIC. */
export const crossIndustryDocument = (changed: Partial<SampleInvoice> = {}): string => {
  const { supplier, number, date, dueDate, net, total, currency, typeCode } = { ...lumen, ...changed };
  const amount = (name: string, value: string) => `<ram:${name} currencyID="${currency}">${value}</ram:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="${uncefact}:ReusableAggregateBusinessInformationEntity:12" xmlns:udt="${uncefact}:UnqualifiedDataType:15">
<rsm:HeaderExchangedDocument><ram:ID>${number}</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:TypeCode>${typeCode}</ram:TypeCode><ram:IssueDateTime>${day(date)}</ram:IssueDateTime></rsm:HeaderExchangedDocument>
<rsm:SpecifiedSupplyChainTradeTransaction><ram:ApplicableSupplyChainTradeAgreement><ram:SellerTradeParty><ram:Name>${supplier}</ram:Name></ram:SellerTradeParty></ram:ApplicableSupplyChainTradeAgreement>
<ram:ApplicableSupplyChainTradeSettlement><ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode><ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(dueDate)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementMonetarySummation>${amount('TaxBasisTotalAmount', net)}${amount('GrandTotalAmount', total)}${amount('DuePayableAmount', total)}</ram:SpecifiedTradeSettlementMonetarySummation></ram:ApplicableSupplyChainTradeSettlement></rsm:SpecifiedSupplyChainTradeTransaction>
</rsm:CrossIndustryDocument>`;
};

/** UBL 2.1, as Peppol sends it. */
export const ubl = (root: 'Invoice' | 'CreditNote', changed: Partial<SampleInvoice> = {}): string => {
  const { supplier, number, date, dueDate, net, total, currency, typeCode } = { ...lumen, ...changed };
  const schema = 'urn:oasis:names:specification:ubl:schema:xsd';
  const amount = (name: string, value: string) => `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;
  const due =
    root === 'Invoice'
      ? `<cbc:DueDate>${dueDate}</cbc:DueDate><cbc:InvoiceTypeCode>${typeCode}</cbc:InvoiceTypeCode>`
      : '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${schema}:${root}-2" xmlns:cac="${schema}:CommonAggregateComponents-2" xmlns:cbc="${schema}:CommonBasicComponents-2">
<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>${due}<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Une enseigne</cbc:Name></cac:PartyName><cac:PartyLegalEntity><cbc:RegistrationName>${supplier}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentDueDate>${dueDate}</cbc:PaymentDueDate></cac:PaymentMeans>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', net)}${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', total)}${amount('PayableAmount', total)}</cac:LegalMonetaryTotal>
<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>
</${root}>`;
};

/** A PDF with files in it. */
export function pdfHolding(files: Readonly<Record<string, string | Buffer>>, text = 'Facture'): Promise<Buffer> {
  const pdf = new Pdf();
  pdf.text(text);
  for (const [name, content] of Object.entries(files)) pdf.file(Buffer.from(content), { name });
  const bytes = buffer(pdf);
  pdf.end();
  return bytes;
}
