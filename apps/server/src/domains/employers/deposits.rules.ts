import { depositMetadata, type DepositMetadata } from '@perenne/contract/employers';
import { brokenRules } from '@perenne/contract/issues';
import { InvalidRequest } from '../../platform/domain-error.ts';
import { fieldsWithNir } from './nir.ts';

export const keyDays = 30;

/**
 * What an employer says of a document, from the JSON of the field `metadata`.
 * @throws {InvalidRequest} with fields as `metadata.title`
 */
export function readMetadata(text: string): DepositMetadata {
  const value = parse(text);
  const forbidden = fieldsWithNir(value);
  if (forbidden.length > 0) throw new InvalidRequest(forbidden.map((field) => ({ field: inForm(field), rule: 'nir' })));
  const parsed = depositMetadata.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(brokenRules(parsed.error).map((broken) => ({ ...broken, field: inForm(broken.field) })));
}

const inForm = (field = ''): string => ['metadata', field].filter(Boolean).join('.');

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidRequest([{ field: 'metadata', rule: 'json' }]);
  }
}

/** What makes two deposits the same one, whatever their keys. */
export const depositIdentity = ({ employeeNumber, type, period }: DepositMetadata, sha256: string): string[] => [
  employeeNumber,
  type,
  period ?? '',
  sha256,
];

/** What makes two requests the same one, under one key. */
export const requestIdentity = (metadata: DepositMetadata, sha256: string): string[] => [
  ...depositIdentity(metadata, sha256),
  metadata.title,
];
