import { createHash, createPublicKey } from 'node:crypto';
import { GetPublicKeyCommand, SignCommand, type KMSClient } from '@aws-sdk/client-kms';
import { openKmsClient } from '../keys/kms-client.ts';
import { fromDer } from '../pki/ecdsa.ts';
import { readCertificateFile } from '../pki/certificate-file.ts';
import { StartError } from '../start-error.ts';
import type { SealSettings } from './open-signer.ts';
import { orderCertificates } from './sealing-certificate.ts';
import { SealUnavailable } from './seals.ts';
import type { CurrentSigner, SignedBytes } from './signer.ts';

type KmsSeal = Extract<SealSettings, { kind: 'kms' }>;

/**
 * A key ECC_NIST_P256 of a KMS that speaks the API of Amazon's: it never comes here, and the KMS logs each of its uses.
 * @throws {StartError} the key cannot be had, or the certificate is not its own
 */
export async function connectKmsSigner({ kms, certificate }: KmsSeal): Promise<CurrentSigner> {
  const { keyId } = kms;
  const client = openKmsClient(kms);
  const certificates = await readCertificateFile('SEAL_CERTIFICATE', certificate);
  const publicKey = await readPublicKey(client, keyId);
  const ordered = orderCertificates(publicKey, certificates, 'SEAL_CERTIFICATE');
  const sign = async (bytes: SignedBytes) => {
    const hash = createHash('sha256');
    for await (const chunk of bytes) hash.update(chunk);
    const Message = hash.digest();
    const command = new SignCommand({
      KeyId: keyId,
      Message,
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    });
    const { Signature } = await client.send(command).catch((cause: unknown) => {
      throw new SealUnavailable('the KMS does not sign', { cause });
    });
    if (!Signature) throw new SealUnavailable('the KMS answered without a signature');
    return fromDer(Buffer.from(Signature));
  };
  const signer = { ...ordered, sign };
  return async () => signer;
}

async function readPublicKey(client: KMSClient, keyId: string) {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyId })).catch((cause: unknown) => {
    throw new StartError(`The KMS does not give the public key of SEAL_KMS_KEY_ID, ${keyId}.`, { cause });
  });
  if (!PublicKey) throw new StartError(`The KMS has no public key of SEAL_KMS_KEY_ID, ${keyId}.`);
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
}
