import type { Syntax } from './xml-values.ts';

export type InvoiceField =
  | 'number'
  | 'typeCode'
  | 'date'
  | 'dueDate'
  | 'supplier'
  | 'tradingName'
  | 'currency'
  | 'withoutTax'
  | 'withTax'
  | 'payable';

const agreement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';
const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const summation = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;

/** UN/CEFACT Cross Industry Invoice D16B and its successors: Factur-X, ZUGFeRD 2, XRechnung. */
const crossIndustryInvoice: Syntax<InvoiceField> = {
  isRoot: ({ name, namespace }) =>
    name === 'CrossIndustryInvoice' &&
    namespace.startsWith('urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:'),
  fields: {
    'ExchangedDocument/ID': 'number',
    'ExchangedDocument/TypeCode': 'typeCode',
    'ExchangedDocument/IssueDateTime/DateTimeString': 'date',
    [`${agreement}/SellerTradeParty/Name`]: 'supplier',
    [`${agreement}/SellerTradeParty/SpecifiedLegalOrganization/TradingBusinessName`]: 'tradingName',
    [`${settlement}/InvoiceCurrencyCode`]: 'currency',
    [`${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`]: 'dueDate',
    [`${summation}/TaxBasisTotalAmount`]: 'withoutTax',
    [`${summation}/GrandTotalAmount`]: 'withTax',
    [`${summation}/DuePayableAmount`]: 'payable',
  },
};

const formerTransaction = 'SpecifiedSupplyChainTradeTransaction';
const formerSettlement = `${formerTransaction}/ApplicableSupplyChainTradeSettlement`;
const formerSummation = `${formerSettlement}/SpecifiedTradeSettlementMonetarySummation`;

/** Its draft of 2013 (D13B), which ZUGFeRD 1 uses under a name of its own. */
const crossIndustryDocument: Syntax<InvoiceField> = {
  isRoot: ({ name, namespace }) =>
    name === 'CrossIndustryDocument' && namespace.startsWith('urn:ferd:CrossIndustryDocument:invoice:'),
  fields: {
    'HeaderExchangedDocument/ID': 'number',
    'HeaderExchangedDocument/TypeCode': 'typeCode',
    'HeaderExchangedDocument/IssueDateTime/DateTimeString': 'date',
    [`${formerTransaction}/ApplicableSupplyChainTradeAgreement/SellerTradeParty/Name`]: 'supplier',
    [`${formerSettlement}/InvoiceCurrencyCode`]: 'currency',
    [`${formerSettlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`]: 'dueDate',
    [`${formerSummation}/TaxBasisTotalAmount`]: 'withoutTax',
    [`${formerSummation}/GrandTotalAmount`]: 'withTax',
    [`${formerSummation}/DuePayableAmount`]: 'payable',
  },
};

const ublNamespace = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** UBL 2 (ISO/IEC 19845), as Peppol and XRechnung use it. */
const universalBusinessLanguage: Syntax<InvoiceField> = {
  isRoot: ({ name, namespace }) =>
    (name === 'Invoice' || name === 'CreditNote') && namespace === `${ublNamespace}${name}-2`,
  fields: {
    ID: 'number',
    InvoiceTypeCode: 'typeCode',
    IssueDate: 'date',
    DueDate: 'dueDate',
    'PaymentMeans/PaymentDueDate': 'dueDate',
    'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName': 'supplier',
    'AccountingSupplierParty/Party/PartyName/Name': 'tradingName',
    DocumentCurrencyCode: 'currency',
    'LegalMonetaryTotal/TaxExclusiveAmount': 'withoutTax',
    'LegalMonetaryTotal/TaxInclusiveAmount': 'withTax',
    'LegalMonetaryTotal/PayableAmount': 'payable',
  },
};

export const syntaxes = [crossIndustryInvoice, crossIndustryDocument, universalBusinessLanguage] as const;
