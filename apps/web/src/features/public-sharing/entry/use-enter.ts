import { verifySharingCode } from '@perenne/contract/public-sharings';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useLeave } from './use-leave.ts';

/** Shown beside the field, where they are mended; the others are above. */
const ofField = ['WrongVerificationCode', 'ExpiredVerificationCode', 'SharingCodeNotFoundForUser'] as const;

/** Gives a code, and goes on to what it opens. */
export function useEnter() {
  const errorMessage = useErrorMessage('sharing');
  const navigate = useNavigate();
  const leave = useLeave();
  const [refusal, setRefusal] = useState<string>();
  const refuse = (words: string) => {
    setRefusal(words);
    focusFault();
  };
  const { run, isPending, error } = useAction(async (code: string) => {
    setRefusal(undefined);
    try {
      await call(verifySharingCode, { body: { code } });
      await navigate({ to: '/public/sharings-list', replace: true });
    } catch (failure) {
      if (leave(failure)) return;
      if (!ofField.some((fault) => isApiError(failure, fault))) throw failure;
      refuse(errorMessage(failure));
    }
  });
  return { enter: run, isPending, refusal, refuse, fault: error === undefined ? undefined : errorMessage(error) };
}
