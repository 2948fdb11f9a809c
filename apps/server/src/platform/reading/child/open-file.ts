import { decodeText } from './encodings.ts';
import type { OpenFile } from './pages.ts';

/** Opens a content as what its deposit found it to be. A decoder is loaded when its turn comes. @throws where it is not */
export async function openFile(mimeType: string, bytes: Buffer): Promise<OpenFile> {
  const [type = ''] = mimeType.split(';');
  return type === 'application/pdf' || type.startsWith('image/') ? openPages(type, bytes) : openWords(type, bytes);
}

async function openPages(type: string, bytes: Buffer): Promise<OpenFile> {
  if (type === 'application/pdf') return (await import('./pdf.ts')).openPdf(bytes);
  const { openBmp, openHeic, openImage } = await import('./images.ts');
  if (type === 'image/heic' || type === 'image/heif') return openHeic(bytes);
  return type === 'image/bmp' ? openBmp(bytes) : openImage(bytes);
}

async function openWords(type: string, bytes: Buffer): Promise<OpenFile> {
  if (type === 'text/plain' || type === 'text/csv') return { text: async () => decodeText(bytes) };
  if (type === 'application/rtf') {
    const { readRtf } = await import('./rtf.ts');
    return { text: async () => readRtf(bytes.toString('latin1')) };
  }
  if (type === 'message/rfc822') {
    const { readMail } = await import('./mails.ts');
    return { text: () => readMail(bytes) };
  }
  if (type === 'application/xml') {
    const { readXml } = await import('./xml.ts');
    return {
      text: async () => readXml(decodeText(bytes), { isText: () => true, endsWord: () => true }),
      invoiceCandidates: () => [{ name: 'invoice.xml', read: () => bytes }],
    };
  }
  const { officeKinds, readOffice } = await import('./office.ts');
  const office = officeKinds[type];
  if (!office) throw new TypeError('nothing reads this kind');
  return { text: async () => readOffice(bytes, office) };
}
