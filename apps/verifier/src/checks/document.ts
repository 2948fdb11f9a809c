import { digest, toHex } from './bytes.ts';
import type { NamedBlob } from './check-files.ts';
import type { Findings } from './report.ts';

/** The digests that a proof, an attestation or an archive gives for a document. `isSound`: nothing in it was found wrong. */
export type Described = { file: string; sha256: string; sha512: string; isSound: boolean };

/** Compares a document, by both its digests, with all that came with it. */
export async function matchDocument(
  document: NamedBlob,
  described: readonly Described[],
  findings: Findings,
): Promise<void> {
  const file = document.name;
  if (described.length === 0) return findings.leavesOpen('notOurs', { file });
  const content = new Uint8Array(await document.arrayBuffer());
  const [sha256, sha512] = await Promise.all([digest('SHA-256', content), digest('SHA-512', content)]);
  const same = described.filter((each) => each.sha256 === toHex(sha256) && each.sha512 === toHex(sha512));
  for (const { file: proof, isSound } of same)
    if (isSound) findings.holds('documentIs', { file, proof });
    else findings.fails('documentOfBroken', { file, proof });
  if (same.length === 0) findings.fails('documentUnknown', { file });
}
