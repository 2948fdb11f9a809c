import { deflateSync } from 'node:zlib';
import type { EvidenceEntry } from '@perenne/contract/evidence';
import { fromBER } from 'asn1js';
import { Attribute } from 'pkijs';
import { textOf, utf8, type Bytes } from '../checks/bytes.ts';
import { signEs256 } from './authority.ts';
import type { Authorities, Document } from './journal.ts';
import { signMessage, stamp } from './signed-message.ts';

export type Facts = ReturnType<typeof factsOf>;

/** The facts of a deposit as an attestation gives them. */
export function factsOf({ id, sha256, sha512 }: Document, entry: EvidenceEntry) {
  const canonical = Buffer.from(entry.canonical, 'base64');
  return {
    attests: 'deposit',
    deposit: { at: entry.at, by: 'employee', depositor: null },
    document: { id, title: 'Bulletin de paie', sha256, sha512 },
    journal: {
      seq: entry.seq,
      values: textOf(new Uint8Array(canonical.subarray(32))).split('\u001F'),
      prevHash: canonical.toString('hex', 0, 32),
      hash: entry.hash,
    },
    version: 1,
  };
}

type Making = { facts: Facts; by: Authorities; isSigned?: boolean; isStamped?: boolean; isFactsSealRight?: boolean };

const place = 20_000;

/** A PDF with the facts and their seal inside, signed as PAdES. */
export async function makeAttestation({ facts, by, ...making }: Making): Promise<Bytes> {
  const { isSigned = true, isStamped = true, isFactsSealRight = true } = making;
  const file = utf8(JSON.stringify(facts));
  const seal = utf8(
    `${Buffer.from(await signEs256(by.seal, isFactsSealRight ? file : utf8('other'))).toString('base64')}\n`,
  );
  const attached = [file, seal].map((bytes, index) => {
    const packed = deflateSync(bytes);
    const head = `${index + 1} 0 obj\n<<\n/Type /EmbeddedFile\n/Params <<\n/Size ${bytes.length}\n>>\n/Length ${packed.length}\n/Filter /FlateDecode\n>>\nstream\n`;
    return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
  });
  const names = '(attestation.json) (attestation.sig.txt)\n';
  const before = Buffer.concat([Buffer.from(`%PDF-1.7\n${names}`), ...attached]);
  const end = Buffer.from('\n>>\nendobj\n%%EOF\n');
  if (!isSigned) return new Uint8Array(Buffer.concat([before, end]));
  const headOf = (range: string) => `5 0 obj\n<<\n/Type /Sig\n/ByteRange [${range.padEnd(40)}]\n/Contents `;
  const start = before.length + headOf('').length;
  const range = `0 ${start} ${start + place + 2} ${end.length}`;
  const head = Buffer.concat([before, Buffer.from(headOf(range))]);
  const message = await signMessage({
    ...{ signer: by.seal, contentType: '1.2.840.113549.1.7.1', isDetached: true },
    content: new Uint8Array(Buffer.concat([head, end])),
    ...(isStamped && { unsigned: async (signature: Bytes) => [await stampOf(signature, by)] }),
  });
  const hex = Buffer.from(message).toString('hex').padEnd(place, '0');
  return new Uint8Array(Buffer.concat([head, Buffer.from(`<${hex}>`), end]));
}

async function stampOf(signature: Bytes, { timestamps }: Authorities): Promise<Attribute> {
  const token = await stamp(signature, timestamps, new Date('2026-11-21T10:00:00Z'));
  return new Attribute({ type: '1.2.840.113549.1.9.16.2.14', values: [fromBER(token).result] });
}
