import { describe, expect, it } from 'vitest';
import { eicar } from '../../testing/servers/clamd.ts';
import { describeAntivirus, scanned } from './antivirus.suite.ts';
import { noAntivirus } from './no-antivirus.ts';

describeAntivirus('no antivirus', noAntivirus);

describe('no antivirus', () => {
  it('never calls anything clean', async () => {
    expect(noAntivirus().enabled).toBe(false);
    expect(await scanned(noAntivirus(), eicar(), 10)).toEqual({ verdict: 'unscanned' });
  });
});
