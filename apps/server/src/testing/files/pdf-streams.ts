import { inflateSync } from 'node:zlib';

/** The streams of a PDF that pdfkit wrote, opened. */
export function streamsOf(pdf: Buffer): string[] {
  return [...pdf.toString('latin1').matchAll(/\/Length (\d+)([^]*?)>>\s*stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length;
    const bytes = pdf.subarray(start, start + Number(match[1]));
    const isPacked = match[0].includes('FlateDecode') || before(pdf, match.index).includes('FlateDecode');
    return (isPacked ? inflateSync(bytes) : bytes).toString('utf8');
  });
}

/** The rest of the dictionary, which comes before the length. */
const before = (pdf: Buffer, at: number): string => {
  const text = pdf.toString('latin1', Math.max(0, at - 300), at);
  return text.slice(text.lastIndexOf(' obj'));
};

/** The attachments of an attestation: the facts, as sealed and as read, and the seal. */
export function attachedTo(pdf: Buffer) {
  const streams = streamsOf(pdf);
  const facts = streams.find((stream) => stream.startsWith('{"attests"'));
  const signature = streams.find((stream) => /^[A-Za-z0-9+/]{86}==\n$/.test(stream));
  if (!facts || !signature) throw new Error('the attestation has nothing attached');
  return { facts, signature: signature.trim(), attested: JSON.parse(facts) };
}
