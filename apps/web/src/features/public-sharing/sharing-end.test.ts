import { expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../lib/api/api-error.ts';
import { sharingEnd } from './sharing-end.ts';

const refusal = (status: number, code: ConstructorParameters<typeof ApiError>[1][number]['code']) =>
  new ApiError(status, [{ code }]);

it.each([
  [refusal(410, 'EntityNotFound'), 'EntityNotFound'],
  [refusal(422, 'WrongJwtPayload'), 'WrongJwtPayload'],
] as const)('ends the visit of a share that has ended (%#)', (error, end) => {
  expect(sharingEnd(error, 'code')).toBe(end);
  expect(sharingEnd(error, 'sharing')).toBe(end);
});

it('asks for a new code once the proof of one has expired, and tells of a link that is none', () => {
  const error = refusal(401, 'AuthTokenNotValid');
  expect(sharingEnd(error, 'sharing')).toBe('again');
  expect(sharingEnd(error, 'code')).toBe('AuthTokenNotValid');
});

it.each([
  refusal(422, 'WrongVerificationCode'),
  refusal(404, 'EntitiesNotFoundForUser'),
  refusal(500, 'EncryptionError'),
  new NetworkError('No answer'),
])('leaves to the page what can be mended there (%#)', (error) => {
  expect(sharingEnd(error, 'sharing')).toBeUndefined();
});
