import { DEFAULT_BYTE_RANGE_PLACEHOLDER as unknownOffset } from '@signpdf/utils';

export type SignatureField = {
  /** The signer and the reason, as readers of PDF show them. */
  name: string;
  reason: string;
  at: Date;
};

/** A chain of certificates and a timestamp with long keys take some 12,000. */
const signatureBytes = 16_384;

/** Print and Locked: the only flags that PDF/A lets an annotation have here (ISO 19005-3, 6.3.2). */
const annotationFlags = 4 + 128;
/** SignaturesExist and AppendOnly (ISO 32000-1, table 219). */
const signatureFlags = 1 + 2;

/** Leaves room for a signature (PAdES, ETSI EN 319 142-1) that covers the whole file, and shows nothing on the page. */
export function addSignatureField(pdf: PDFKit.PDFDocument, { name, reason, at }: SignatureField): void {
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    // The place of the signature is known when the file is whole: these are overwritten then.
    ByteRange: [0, unknownOffset, unknownOffset, unknownOffset],
    Contents: Buffer.alloc(signatureBytes),
    Name: literal(name),
    Reason: literal(reason),
    M: at,
  });
  const widget = pdf.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    T: literal('Seal'),
    TU: literal(reason),
    Rect: [0, 0, 0, 0],
    F: annotationFlags,
    P: pdf.page.dictionary,
    V: signature,
  });
  const page = pdf.page.dictionary.data as { Annots?: unknown[] };
  page.Annots = [...(page.Annots ?? []), widget];
  addToForm(pdf, widget);
  for (const part of [signature, widget]) part.end('');
}

/** pdfkit ends the form with the file. There is nothing to fill in: readers must not draw it anew. */
function addToForm(pdf: PDFKit.PDFDocument, widget: PDFKit.PDFKitReference): void {
  pdf.initForm();
  const form = (pdf as unknown as WithForm)._root.data.AcroForm.data;
  form['Fields'] = [widget];
  form['SigFlags'] = signatureFlags;
  delete form['NeedAppearances'];
}

/** A text in UTF-16, which pdfkit writes in hexadecimal: plain strings are names to it. */
const literal = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

/** The catalogue of the file, which pdfkit’s types hide. */
type WithForm = { _root: { data: { AcroForm: { data: Record<string, unknown> } } } };
