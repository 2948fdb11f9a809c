import { depositMetadata, type DepositMetadata } from '@perenne/contract/employers';
import { InvalidRequest } from '../../../platform/domain-error.ts';
import { readFields } from '../employees/read-fields.ts';

export const keyDays = 30;

/**
 * The employer's description of a document, from the JSON of the field `metadata`.
 * @throws {InvalidRequest} with fields as `metadata.title`
 */
export function readMetadata(text: string): DepositMetadata {
  const { data, broken } = readFields(depositMetadata, parse(text));
  if (data) return data;
  throw new InvalidRequest(broken.map((each) => ({ ...each, field: inForm(each.field) })));
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

/** The values that make two deposits the same one, whatever their keys. */
export const depositIdentity = ({ employeeNumber, type, period }: DepositMetadata, sha256: string): string[] => [
  employeeNumber,
  type,
  period ?? '',
  sha256,
];

/** The values that make two requests the same one, under one key. */
export const requestIdentity = (metadata: DepositMetadata, sha256: string): string[] => [
  ...depositIdentity(metadata, sha256),
  metadata.title,
];
