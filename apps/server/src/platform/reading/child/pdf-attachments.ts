import type { PDFiumDocument } from '@hyzyla/pdfium';
import { longestXmlBytes } from './invoices/read-invoice.ts';
import type { InvoiceCandidate } from './invoices/find-invoice.ts';

/** PDFium’s functions for attachments (fpdf_attachment.h): the library holds them, and its types hide them. */
type Attachments = {
  _FPDFDoc_GetAttachmentCount(document: number): number;
  _FPDFDoc_GetAttachment(document: number, index: number): number;
  /** UTF-16, little endian, with a zero at its end. Answers its bytes. */
  _FPDFAttachment_GetName(attachment: number, buffer: number, bytes: number): number;
  _FPDFAttachment_GetFile(attachment: number, buffer: number, bytes: number, filledBytes: number): number;
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  HEAPU8: Uint8Array;
};
type WithModule = { module: Attachments; documentIdx: number };

const mostAttachments = 100;
const longestNameBytes = 1_000;

/** The files inside a PDF. One that unpacks to more than an invoice has is refused; a bomb ends the process. */
export function attachmentsOf(pdf: PDFiumDocument): InvoiceCandidate[] {
  const { module, documentIdx } = pdf as unknown as WithModule;
  const count = Math.min(module._FPDFDoc_GetAttachmentCount(documentIdx), mostAttachments);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const attachment = module._FPDFDoc_GetAttachment(documentIdx, index);
    return { name: nameOf(module, attachment), read: () => contentOf(module, attachment) };
  });
}

function nameOf(module: Attachments, attachment: number): string {
  const bytes = module._FPDFAttachment_GetName(attachment, 0, 0);
  if (bytes <= 2 || bytes > longestNameBytes) return '';
  const name = filled(module, bytes, (buffer) => module._FPDFAttachment_GetName(attachment, buffer, bytes));
  return name.subarray(0, bytes - 2).toString('utf16le');
}

/** @throws {Error} there is no such file, or it is too long */
function contentOf(module: Attachments, attachment: number): Buffer {
  const size = filled(module, 4, (filledBytes) => module._FPDFAttachment_GetFile(attachment, 0, 0, filledBytes));
  const bytes = size.readUInt32LE(0);
  if (bytes === 0 || bytes > longestXmlBytes) throw new Error('an attachment is empty or too long');
  const content = filled(module, bytes + 4, (buffer) =>
    module._FPDFAttachment_GetFile(attachment, buffer, bytes, buffer + bytes),
  );
  return content.subarray(0, bytes);
}

/** A copy of what a function of the library writes into its own memory. */
function filled(module: Attachments, bytes: number, fill: (buffer: number) => void): Buffer {
  const buffer = module.wasmExports.malloc(bytes);
  try {
    module.HEAPU8.fill(0, buffer, buffer + bytes);
    fill(buffer);
    return Buffer.from(module.HEAPU8.slice(buffer, buffer + bytes));
  } finally {
    module.wasmExports.free(buffer);
  }
}
