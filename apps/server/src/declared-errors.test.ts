import { declaredErrors } from '@perenne/contract/declared-errors';
import { endpoints } from '@perenne/contract/endpoints';
import { errorStatus, type ErrorCode } from '@perenne/contract/errors';
import { exportFailures } from '@perenne/contract/exports';
import { describe, expect, it } from 'vitest';

const declaredBy = (id: string): ErrorCode[] => endpoints.filter((e) => e.id === id).flatMap(declaredErrors);

// `createTestApp` fails a test during which a call answers an error that its contract does not declare.
describe('the catalogue of errors', () => {
  it('holds none that no call answers, but the causes of an export that failed', () => {
    const declared = new Set(endpoints.flatMap(declaredErrors));
    const others = (Object.keys(errorStatus) as ErrorCode[]).filter((code) => !declared.has(code));
    expect(others.filter((code) => !exportFailures.some((cause) => cause === code))).toEqual([]);
  });

  it.each([
    ['uploadDocument', 'Forbidden'],
    ['closeSafe', 'VerificationCodeRateLimitExceeded'],
    ['changePassword', 'VerificationCodeRateLimitExceeded'],
  ] as const)('is declared where %s answers %s', (id, code) => {
    expect(declaredBy(id)).toContain(code);
  });
});
