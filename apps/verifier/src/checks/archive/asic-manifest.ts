import type { Bytes } from '../bytes.ts';
import { misshapen } from '../signatures/cms.ts';
import { readDigest, readUri, type Listed } from './file-list.ts';
import { findAll, findOne, parseXml } from '../xml/xml.ts';

export type AsicManifest = {
  /** The file whose signature or timestamp is over this list. */
  signedBy: string;
  listed: Listed[];
};

/** Reads `META-INF/ASiCManifest.xml` (ETSI EN 319 162-1, A.4). @throws {Broken} notXml, listUnread, signatureShape */
export function readAsicManifest(bytes: Bytes, file: string): AsicManifest {
  const root = parseXml(bytes, file);
  const reference = findOne(root, 'SigReference');
  if (!reference) throw misshapen(file, 'SigReference');
  return {
    signedBy: readUri(reference, file),
    listed: findAll(root, 'DataObjectReference').map((each) => ({
      name: readUri(each, file),
      ...readDigest(each, file),
    })),
  };
}
