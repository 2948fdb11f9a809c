import { login } from '@perenne/contract/identity';
import { loginToMerge } from '@perenne/contract/merge';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { z } from 'zod';
import { call } from '../../lib/api/call.ts';
import { contractResolver } from '../../lib/forms/contract-resolver.ts';
import { CredentialFields } from '../../lib/forms/credential-fields.tsx';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { beginFederation } from '../../lib/sign-in/federation.ts';
import flow from '../../lib/sign-in/flow/flow.module.css';
import { StepActions, StepBack, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { setServerErrors } from '../../lib/forms/form.ts';
import { useRuntimeConf } from '../../lib/api/runtime-conf.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { FranceConnectButton } from '../../ui/brand/france-connect-button.tsx';
import { MergeActor } from './merge-actor.ts';
import { takeProof } from './proof.ts';

const schema = login.body.pick({ email: true, password: true });
const resolver = contractResolver(schema);
type Credentials = z.output<typeof schema>;

/** The other safe is opened by its password, or by FranceConnect. */
export function ProveStep() {
  const t = useTranslations('merge');
  const signIn = useTranslations('login');
  const conf = useRuntimeConf();
  const errorMessage = useErrorMessage('merge');
  const { send } = MergeActor.useActorRef();
  const { email, hasExpired } = MergeActor.useSelector((snapshot) => snapshot.context);
  const form = useForm({ resolver, defaultValues: { email, password: '' } });
  const { control, handleSubmit, setError } = form;
  const proof = useAction(async (body: Credentials) => {
    send({ type: 'DRAFT', email: body.email });
    try {
      send(takeProof(await call(loginToMerge, { body })));
    } catch (failure) {
      if (!setServerErrors(failure, ['email', 'password'], setError)) throw failure;
    }
  });
  const federation = useAction(beginFederation);
  const failure = proof.error ?? federation.error;
  return (
    <StepFrame
      title={t('proveTitle')}
      text={t('proveText')}
      notice={hasExpired ? t('expired') : undefined}
      fault={failure === undefined ? undefined : errorMessage(failure)}
    >
      <form className={flow.form} noValidate onSubmit={(event) => void handleSubmit(proof.run)(event)}>
        <CredentialFields control={control} labels={{ email: t('email'), password: t('password') }} />
        <Link to="/reset-password" target="_blank" className={flow.textLink}>
          {t('forgotten')}
        </Link>
        <StepActions
          submitLabel={t('next')}
          isPending={proof.isPending}
          back={<StepBack label={t('back')} onPress={() => send({ type: 'SHOW', step: 'explain' })} />}
        />
      </form>
      {conf?.franceConnect && (
        <div className={flow.federation}>
          <p>{t('orFederation')}</p>
          <FranceConnectButton
            label={signIn('franceConnect')}
            aboutLabel={signIn('aboutFranceConnect')}
            isPending={federation.isPending}
            onPress={() => void federation.run('merge')}
          />
        </div>
      )}
    </StepFrame>
  );
}
