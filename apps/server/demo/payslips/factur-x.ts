import type { Sheet } from '../../src/platform/pdf/sheet.ts';

export type FacturXLine = {
  name: string;
  quantity: number;
  /** UN/ECE Recommendation 20: `MON` a month, `KWH` a kilowatt-hour. */
  unit: 'MON' | 'KWH';
  centsPerUnit: number;
  cents: number;
};

export type FacturX = {
  number: string;
  date: string;
  dueDate: string;
  seller: { name: string; siren: string; vatNumber: string; address: readonly string[] };
  buyer: { name: string; address: readonly string[] };
  lines: readonly FacturXLine[];
  vatPercent: number;
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const day = (date: string): string =>
  `<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`;
const money = (cents: number): string => (cents / 100).toFixed(2);

/** `80 avenue des Alizés`, `69007 Lyon`. */
function address([street = '', town = '']: readonly string[]): string {
  const [, postcode = '', city = ''] = /^(\d{5}) (.+)$/.exec(town) ?? [];
  return `<ram:PostalTradeAddress><ram:PostcodeCode>${postcode}</ram:PostcodeCode><ram:LineOne>${escape(street)}</ram:LineOne><ram:CityName>${escape(city)}</ram:CityName><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress>`;
}

const tax = (percent: number, more = ''): string =>
  `<ram:ApplicableTradeTax>${more}<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent></ram:ApplicableTradeTax>`;

const lineOf = ({ name, quantity, unit, centsPerUnit, cents }: FacturXLine, at: number, percent: number): string => `
<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>${at + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>${escape(name)}</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${Number((centsPerUnit / 100).toFixed(6))}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="${unit}">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement>${tax(percent, '<ram:TypeCode>VAT</ram:TypeCode>')}<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${money(cents)}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>`;

/** An invoice in the profile EN 16931 of Factur-X 1 (Cross Industry Invoice D16B and D22B). */
export function writeFacturX({ seller, buyer, lines, vatPercent, ...invoice }: FacturX): string {
  const netCents = lines.reduce((sum, { cents }) => sum + cents, 0);
  const vatCents = Math.round((netCents * vatPercent) / 100);
  const total = money(netCents + vatCents);
  const uncefact = 'urn:un:unece:uncefact:data:standard';
  const vat = `<ram:CalculatedAmount>${money(vatCents)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>${money(netCents)}</ram:BasisAmount>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${uncefact}:CrossIndustryInvoice:100" xmlns:ram="${uncefact}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${uncefact}:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${escape(invoice.number)}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>${day(invoice.date)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>${lines.map((line, at) => lineOf(line, at, vatPercent)).join('')}
<ram:ApplicableHeaderTradeAgreement>
<ram:SellerTradeParty><ram:Name>${escape(seller.name)}</ram:Name><ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">${seller.siren}</ram:ID></ram:SpecifiedLegalOrganization>${address(seller.address)}<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${seller.vatNumber}</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>
<ram:BuyerTradeParty><ram:Name>${escape(buyer.name)}</ram:Name>${address(buyer.address)}</ram:BuyerTradeParty>
</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement>
<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
${tax(vatPercent, vat)}
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${day(invoice.dueDate)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${money(netCents)}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${money(netCents)}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">${money(vatCents)}</ram:TaxTotalAmount><ram:GrandTotalAmount>${total}</ram:GrandTotalAmount><ram:DuePayableAmount>${total}</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
}

const property = (name: string, description: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

/** By this a program knows that a PDF is one, and where its XML is: a schema of its own, which PDF/A has described. */
const metadata = `
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${[
  property('DocumentFileName', 'The name of the embedded XML document'),
  property('DocumentType', 'The type of the hybrid document in capital letters'),
  property('Version', 'The actual version of the standard applying to the embedded XML document'),
  property('ConformanceLevel', 'The conformance level of the embedded XML document'),
].join('')}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`;

/** Makes a page of PDF/A-3 an invoice for programs too. */
export function attachFacturX(sheet: Sheet, invoice: FacturX): void {
  sheet.attach({
    ...{ name: 'factur-x.xml', mediaType: 'text/xml', description: 'Factur-X', relationship: 'Alternative' },
    content: Buffer.from(writeFacturX(invoice)),
  });
  sheet.describe(metadata);
}
