import { mergeInActivation } from '@perenne/contract/activation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { focusFault } from '../../../lib/sign-in/flow/focus-fault.ts';
import { StepFrame } from '../../../lib/sign-in/flow/step.tsx';
import { isApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { Facts } from '../../../lib/sign-in/flow/facts.tsx';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { readToken, removeToken, tokenFault } from '../../../lib/api/tokens.ts';
import { ActivationActor } from '../flow/activation-actor.ts';
import css from '../activation.module.css';
import { readKept } from '../flow/kept.ts';
import { StepActions } from '../step-frame.tsx';
import { Terms } from '../terms.tsx';
import { useActivationCall } from '../flow/use-activation-call.ts';

/** The safe that receives, and the last word of its owner. */
export function MergeStep() {
  const t = useTranslations('activation');
  const formats = useFormats();
  const { send } = ActivationActor.useActorRef();
  const [isAccepted, setAccepted] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const employer = readKept('known')?.employer.name ?? '';
  const info = readKept('mergeInfo');
  const { run, isPending, fault } = useActivationCall(async (_: undefined, token) => {
    const mergeToken = readToken('mergeToken') ?? '';
    const headers = { 'x-user-to-merge-token': mergeToken };
    try {
      await call(mergeInActivation, { body: { termsAccepted: true }, token, headers });
      removeToken('mergeToken');
      send({ type: 'MERGED' });
    } catch (failure) {
      // The answer does not say which of the two tokens has ended; the one of 15 minutes has, as long as the other lives.
      if (!isApiError(failure, 'AuthTokenNotValid') || tokenFault(token)) throw failure;
      send({ type: 'MERGE_EXPIRED' });
    }
  });
  const goOn = () => {
    if (isAccepted) void run(undefined);
    else {
      setMissing(true);
      focusFault();
    }
  };
  return (
    <StepFrame title={t('mergeTitle')} text={t('mergeText', { employer })} fault={fault}>
      {info && (
        <Facts
          facts={[
            [t('mergeOwner'), `${info.firstName} ${info.lastName}`],
            [t('mergeSince'), formats.dateLong(info.activatedAt)],
            [t('mergeHolds'), t('mergeDocuments', { count: info.nbDocs })],
          ]}
        />
      )}
      <p className={css.note}>{t('mergeEffect', { employer })}</p>
      <Terms
        isAccepted={isAccepted}
        isMissing={isMissing}
        onChange={(accepted) => {
          setAccepted(accepted);
          setMissing(false);
        }}
      />
      <StepActions
        submitLabel={t('mergeSubmit')}
        isPending={isPending}
        onPress={goOn}
        backTo="existingSafe"
        backLabel={t('mergeOther')}
      />
    </StepFrame>
  );
}
