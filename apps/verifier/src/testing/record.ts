import { Constructed, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { concat, digest, type Bytes, type DigestName } from '../checks/bytes.ts';
import { digestOids, stampImprint } from './signed-message.ts';
import type { Holder } from './authority.ts';

/** A renewal: by whom, when, and by which digest. Another digest than before begins another chain. */
export type Renewal = { by: Holder; at: Date; name: DigestName };

type Link = Renewal & { lists: Bytes[][]; token: Bytes };

const compare = (a: Bytes, b: Bytes): number => Buffer.compare(a, b);

/** An EvidenceRecord (RFC 4998) over these data. From the second timestamp on, each is over a tree of two leaves. */
export async function makeRecord(
  data: Bytes,
  renewals: readonly Renewal[],
): Promise<{ record: string; first: string }> {
  const chains: Link[][] = [];
  for (const renewal of renewals) {
    const { name, by, at } = renewal;
    const last = chains.at(-1);
    const before = last?.at(-1);
    const isNext = before?.name === name;
    const leaf = isNext ? await digest(name, before.token) : await leafOf(name, data, chains);
    const lists = before ? [[leaf, await digest(name, Uint8Array.of(7))].toSorted(compare)] : [];
    const imprint = lists[0] ? await digest(name, concat(...lists[0])) : leaf;
    const link = { ...renewal, lists, token: await stampImprint({ name, imprint }, by, at) };
    if (isNext) last?.push(link);
    else chains.push([link]);
  }
  const names = [...new Set(renewals.map(({ name }) => name))];
  const algorithms = names.map((name) => new Sequence({ value: [identifierOf(name)] }));
  const whole = new Sequence({
    value: [
      new Integer({ value: 1 }),
      new Sequence({ value: algorithms }),
      new Sequence({ value: chains.map(chainOf) }),
    ],
  });
  return { record: base64(new Uint8Array(whole.toBER())), first: base64(chains[0]?.[0]?.token ?? new Uint8Array()) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function leafOf(name: DigestName, data: Bytes, chains: readonly Link[][]): Promise<Bytes> {
  const own = await digest(name, data);
  if (chains.length === 0) return own;
  const before = new Uint8Array(new Sequence({ value: chains.map(chainOf) }).toBER());
  return digest(name, concat(own, await digest(name, before)));
}

const identifierOf = (name: DigestName) => new ObjectIdentifier({ value: digestOids[name] });

const field = (tagNumber: number, value: Constructed['valueBlock']['value']) =>
  new Constructed({ idBlock: { tagClass: 3, tagNumber }, value });

const chainOf = (links: readonly Link[]): Sequence =>
  new Sequence({
    value: links.map(({ name, lists, token }) => {
      const hashes = lists.map(
        (list) => new Sequence({ value: list.map((hash) => new OctetString({ valueHex: hash.buffer })) }),
      );
      const tree = hashes.length > 0 ? [field(2, hashes)] : [];
      return new Sequence({ value: [field(0, [identifierOf(name)]), ...tree, fromBER(token).result] });
    }),
  });
