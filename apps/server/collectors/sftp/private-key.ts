import { CollectingError } from '@perenne/collecting/failures';
import ssh2 from 'ssh2';

/** The headers that a PEM of one of the old kinds has where it is encrypted (RFC 1421). */
const oldHeaders = /^(Proc-Type: ?\S+?,ENCRYPTED)\s*(DEK-Info: ?[A-Z0-9-]+,(?:[0-9A-F]{32}|[0-9A-F]{16}))/i;
const lineLetters = 64;

/**
 * A key as its file had it. A field of one line takes the line breaks out of what is pasted, or makes spaces of them.
 * @throws {CollectingError} CREDENTIALS_INVALID what is given is no private key, or its passphrase is another
 */
export function privateKeyOf(pasted: string, passphrase: string | undefined): string {
  const [, kind, content = ''] = /-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END \1-----/s.exec(pasted) ?? [];
  if (kind === undefined) throw new CollectingError('CREDENTIALS_INVALID', 'there is no private key in the field');
  const [headers = '', ...lines] = oldHeaders.exec(content.trim()) ?? [];
  const letters = content.trim().slice(headers.length).replaceAll(/\s/g, '');
  const body = letters.match(new RegExp(`.{1,${lineLetters}}`, 'g')) ?? [];
  const key = [
    `-----BEGIN ${kind}-----`,
    ...(lines.length > 0 ? [...lines, ''] : []),
    ...body,
    `-----END ${kind}-----`,
    '',
  ];
  const file = key.join('\n');
  // The library's message could repeat a part of the key: it is not passed on.
  if (ssh2.utils.parseKey(file, passphrase) instanceof Error)
    throw new CollectingError('CREDENTIALS_INVALID', 'the private key cannot be read, or wants another passphrase');
  return file;
}
