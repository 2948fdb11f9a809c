import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, toPromise } from 'xstate';
import { navigationMachine } from './navigation-machine.ts';

const navigate = (fetchAgreementStatus: () => Promise<boolean>) =>
  createActor(navigationMachine.provide({ actors: { fetchAgreementStatus: fromPromise(fetchAgreementStatus) } }));

describe('the navigation machine', () => {
  it.each([true, false])('fetches the status of the payslip agreements, then ends: %s', async (canSelectAgreement) => {
    const actor = navigate(async () => canSelectAgreement).start();
    expect(actor.getSnapshot().value).toBe('fetching_agreement_status');
    expect(await toPromise(actor)).toEqual({ canSelectAgreement });
    expect(actor.getSnapshot()).toMatchObject({ value: 'ended', status: 'done' });
  });

  it('ends without the choice where the status cannot be had', async () => {
    const actor = navigate(() => Promise.reject(new Error('no network'))).start();
    expect(await toPromise(actor)).toEqual({ canSelectAgreement: false });
    expect(actor.getSnapshot().status).toBe('done');
  });
});
