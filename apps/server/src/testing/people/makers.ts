import { emailTag, sealProfile } from '../../domains/identity/account/account-record.ts';
import { insertAccount } from '../../domains/identity/account/accounts.store.ts';
import { issueAuthToken, openSession } from '../../domains/identity/sessions/sessions.ts';
import { createSafe } from '../../domains/documents/documents.ts';
import { newId } from '../../platform/identifiers.ts';
import type { TestApp } from '../test-app.ts';

export type TestOwner = {
  safeId: string;
  email: string;
  password: string;
  token: string;
  headers: Record<string, string>;
};

type Wanted = { email?: string; locale?: 'fr' | 'en' };

export const testPassword = 'Trombone-Lunaire-47!?';

let made = 0;

/** Someone with an open safe, signed in. */
export async function makeOwner({ platform }: Pick<TestApp, 'platform'>, wanted: Wanted = {}): Promise<TestOwner> {
  made += 1;
  const { email = `camille.${made}@example.org`, locale = 'fr' } = wanted;
  const safeId = newId(platform.clock);
  const passwordHash = await platform.passwords.hash(testPassword, '127.0.0.1');
  const session = await platform.db.transaction().execute(async (tx) => {
    const keys = await createSafe(tx, platform, {
      safeId,
      kind: 'owned',
      locale,
      use: 'owner',
      actor: { kind: 'owner' },
    });
    const openedAt = platform.clock.now();
    const profile = {
      ...{ firstName: 'Camille', lastName: 'Renaudin', birthDate: '1988-04-12', phone: '+33639980112', email, locale },
      ...{ address: null, postalCode: null, city: null, country: null },
    };
    await insertAccount(tx, {
      ...{ safeId, passwordHash, openedAt, emailVerifiedAt: openedAt },
      emailTag: emailTag(platform.secrets, email),
      sealedProfile: sealProfile(keys.values, safeId, profile),
    });
    return openSession(tx, platform, { safeId, origin: { address: '127.0.0.1', agent: 'test', browser: null } });
  });
  const token = await issueAuthToken(platform, session);
  return { safeId, email, password: testPassword, token, headers: { authorization: `Bearer ${token}` } };
}

/** A PDF of one page whose text distinguishes it from others, padded to a size. */
export function makePdf(text: string, sizeBytes = 0): Buffer {
  const body = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n% ${text}\n`;
  const end = 'trailer<</Root 1 0 R>>\n%%EOF\n';
  const padding = Math.max(0, sizeBytes - Buffer.byteLength(body) - end.length);
  return Buffer.concat([Buffer.from(body), Buffer.alloc(padding, '% padding\n'), Buffer.from(end)]);
}

export type FormPart =
  | { name: string; value: string; type?: string }
  | { name: string; fileName: string; content: Buffer };

/** A multipart body, its parts in the order given. */
export function makeForm(parts: readonly FormPart[]): { headers: Record<string, string>; payload: Buffer } {
  const boundary = 'perenne-test-boundary';
  const chunks = parts.flatMap((part) => [
    Buffer.from(
      'value' in part
        ? `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"\r\nContent-Type: ${part.type ?? 'text/plain'}\r\n\r\n${part.value}\r\n`
        : `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"; filename="${part.fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    ...('content' in part ? [part.content, Buffer.from('\r\n')] : []),
  ]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

type Sent = { fileName?: string; content?: Buffer; fields?: Record<string, string>; fileFirst?: boolean };

/** Sends a file as its owner would. */
export function upload({ app }: Pick<TestApp, 'app'>, owner: TestOwner, sent: Sent = {}) {
  const { fileName = 'Bail.pdf', content = makePdf('bail'), fields = {}, fileFirst = false } = sent;
  const file = { name: 'file', fileName, content };
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const { headers, payload } = makeForm(fileFirst ? [file, ...texts] : [...texts, file]);
  return app.inject({
    method: 'POST',
    url: '/backend/api/v1/documents',
    headers: { ...headers, ...owner.headers },
    payload,
  });
}
