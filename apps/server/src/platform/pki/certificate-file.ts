import type { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartError } from '../start-error.ts';
import { readCertificates } from './certificates.ts';

/**
 * The certificates that a variable gives: in PEM, as its value or in the file that it names.
 * @throws {StartError} there are none, named without the value
 */
export async function readCertificateFile(variable: string, value: string): Promise<X509Certificate[]> {
  try {
    const pem = value.includes('-----BEGIN') ? value : await readFile(value, 'utf8');
    const certificates = readCertificates(pem);
    if (certificates.length > 0) return certificates;
  } catch (cause) {
    throw new StartError(`${variable} is neither certificates in PEM nor a file of them that can be read.`, { cause });
  }
  throw new StartError(`${variable} holds no certificate in PEM.`);
}
