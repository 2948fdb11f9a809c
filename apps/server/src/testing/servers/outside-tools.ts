import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Programs of others, which judge what the product writes. `scripts/ensure-tools.mjs` installs them where it may. */
export const hasXmlTools = existsSync('/usr/bin/xmllint') && existsSync('/usr/bin/xmlsec1');
export const hasZipTools = existsSync('/usr/bin/unzip') && existsSync('/usr/bin/zipinfo');

/** The schemas of FNTC-TA and of MEDONA: beside the repository, or where the variable says. */
export const schemas =
  process.env['PERENNE_FNTC_SCHEMAS'] ??
  fileURLToPath(new URL('../../../../../../shared/standards/fntc-ta', import.meta.url));

export const hasSchemas = existsSync(schemas);
if (!hasSchemas) console.warn(`Manifests were not judged by xmllint: the schemas of FNTC-TA are not in ${schemas}.`);

const run = promisify(execFile);

/** Returns what a program writes, to either end. @throws where it says that something is wrong */
export async function judge(program: string, args: readonly string[], options: { cwd?: string; env?: object } = {}) {
  const { stdout, stderr } = await run(program, [...args], {
    ...options,
    env: { ...process.env, ...options.env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}

/** Returns the words of xmllint on a manifest, by the schemas of FNTC-TA and of MEDONA. @throws where it is not valid */
export function judgeManifest(cwd: string, path: string): Promise<string> {
  const schema = ['--noout', '--nonet', '--schema', join(schemas, 'medona-1.0.xsd')];
  return judge('xmllint', [...schema, path], { cwd, env: { XML_CATALOG_FILES: join(schemas, 'catalog.xml') } });
}

/** Returns the words of xmlsec1 on the signature of an unpacked archive, by the root in `ca.pem` there. @throws where it is wrong */
export function judgeSignature(cwd: string, more: readonly string[] = []): Promise<string> {
  // It would believe a bare key that the file itself gives.
  const trusted = ['--enabled-key-data', 'x509', '--trusted-pem', 'ca.pem'];
  const idAttribute = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties'];
  return judge('xmlsec1', ['--verify', ...trusted, ...idAttribute, ...more, 'META-INF/signatures.xml'], { cwd });
}
