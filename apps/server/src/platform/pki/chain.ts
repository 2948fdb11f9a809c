import type { X509Certificate } from 'node:crypto';
import { BasicConstraints, Certificate } from 'pkijs';
import { oid } from './object-identifiers.ts';

/** A certificate that is not to be relied on, and why. */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused';
}

type Trust = {
  /** Certificates that came along, in any order: they are believed for what the roots vouch for. */
  pool: readonly X509Certificate[];
  roots: readonly X509Certificate[];
  /** When each certificate must have been valid. */
  at: Date;
};

const longestChain = 8;

/** The critical extensions that are understood: an unknown one is refused (RFC 5280, 4.2). */
const understood: ReadonlySet<string> = new Set([
  oid.basicConstraints,
  oid.keyUsage,
  oid.extendedKeyUsage,
  oid.certificatePolicies,
  oid.subjectKeyIdentifier,
  oid.authorityKeyIdentifier,
]);

/**
 * The certificate and its issuers, nearest first, to a root that is trusted.
 * @throws {CertificateRefused} no such chain, or a certificate of it was not valid at that instant
 */
export function findChain(certificate: X509Certificate, trust: Trust): X509Certificate[] {
  const chain = [certificate];
  requireUsable(certificate, trust.at);
  for (let issued = certificate; !isRoot(issued, trust);) {
    const issuer = findIssuer(issued, trust);
    if (chain.length >= longestChain) throw new CertificateRefused('the chain of certificates is too long');
    requireUsable(issuer, trust.at);
    requireAuthority(issuer, chain.length - 1);
    chain.push(issuer);
    issued = issuer;
  }
  return chain;
}

const isRoot = ({ raw }: X509Certificate, { roots }: Trust): boolean => roots.some((root) => root.raw.equals(raw));

function findIssuer(issued: X509Certificate, { roots, pool }: Trust): X509Certificate {
  const issuer = [...roots, ...pool].find(
    (candidate) =>
      !candidate.raw.equals(issued.raw) && issued.checkIssued(candidate) && issued.verify(candidate.publicKey),
  );
  if (!issuer) throw new CertificateRefused(`no trusted authority vouches for ${quote(issued)}`);
  return issuer;
}

function requireUsable(certificate: X509Certificate, at: Date): void {
  if (at < certificate.validFromDate) throw new CertificateRefused(`${quote(certificate)} was not valid yet`);
  if (at > certificate.validToDate) throw new CertificateRefused(`${quote(certificate)} had expired`);
  const unknown = extensionsOf(certificate).find(({ critical, extnID }) => critical && !understood.has(extnID));
  if (unknown) throw new CertificateRefused(`${quote(certificate)} has an unknown critical extension`);
}

/** `below`: the number of authorities between it and the end of the chain. */
function requireAuthority(certificate: X509Certificate, below: number): void {
  if (!certificate.ca) throw new CertificateRefused(`${quote(certificate)} may not issue certificates`);
  const constraints = extensionsOf(certificate).find(({ extnID }) => extnID === oid.basicConstraints)?.parsedValue;
  const longest = constraints instanceof BasicConstraints ? constraints.pathLenConstraint : undefined;
  if (typeof longest === 'number' && longest < below)
    throw new CertificateRefused(`${quote(certificate)} may not issue a chain as long`);
}

const extensionsOf = ({ raw }: X509Certificate) => Certificate.fromBER(new Uint8Array(raw)).extensions ?? [];

const quote = ({ subject }: X509Certificate): string => `“${(subject ?? '').replaceAll('\n', ', ')}”`;
