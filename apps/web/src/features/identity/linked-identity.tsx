import { deactivateFederation } from '@perenne/contract/federation';
import { getProfile } from '@perenne/contract/identity';
import { getJournal } from '@perenne/contract/journal';
import { IconFingerprint } from '../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { useAction } from '../../lib/api/use-action.ts';
import { Badge } from '../../ui/layout/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import css from './linked-identity.module.css';
import { PasswordPrompt } from './password-prompt.tsx';
import { useLeave } from './use-leave.ts';

/** The identity of FranceConnect that opens this safe, and the way to do without. */
export function LinkedIdentity() {
  const t = useTranslations('linkedIdentity');
  const profile = useQuery(endpointQuery(getProfile));
  return (
    <Card title={t('title')}>
      <QueryState query={profile} skeleton={<Skeleton height={168} radius="var(--r-md)" />}>
        {({ federated }) => (federated ? <Linked /> : <NotLinked />)}
      </QueryState>
    </Card>
  );
}

function NotLinked() {
  const t = useTranslations('linkedIdentity');
  return (
    <EmptyState icon={<IconFingerprint size={36} stroke={1.5} />} title={t('notLinked')} level={3}>
      {t('notLinkedText')}
    </EmptyState>
  );
}

function Linked() {
  const t = useTranslations('linkedIdentity');
  const formats = useFormats();
  const [isDeactivating, setDeactivating] = useState(false);
  // The journal is what knows since when; without it, the rest is shown.
  const { data } = useQuery(endpointQuery(getJournal, { query: { kind: 'federation', limit: 1 } }));
  const [latest] = data?.items ?? [];
  return (
    <div className={css.linked}>
      <p className={css.state}>
        <Badge tone="success">{t('linked')}</Badge>
        {latest?.action === 'federation.linked' && <span>{t('since', { date: formats.dateLong(latest.at) })}</span>}
      </p>
      <p className={css.text}>{t('linkedText')}</p>
      <Button onPress={() => setDeactivating(true)}>{t('deactivate')}</Button>
      {isDeactivating && <Deactivation onClose={() => setDeactivating(false)} />}
    </div>
  );
}

/** Within 10 minutes of a federated sign-in it is enough to confirm; after that, the password is asked for. */
function Deactivation({ onClose }: { onClose: () => void }) {
  const t = useTranslations('linkedIdentity');
  const errorMessage = useErrorMessage();
  const leave = useLeave('federationDeactivated');
  const [asksPassword, setAsksPassword] = useState(false);
  const deactivate = async (password?: string) => {
    const { logoutUrl } = await call(deactivateFederation, { body: password === undefined ? {} : { password } });
    await leave(logoutUrl);
  };
  const { run, isPending, error } = useAction(async () => {
    try {
      await deactivate();
    } catch (failure) {
      if (!isApiError(failure, 'InvalidUserPassword')) throw failure;
      setAsksPassword(true);
    }
  });
  if (asksPassword) {
    return (
      <PasswordPrompt
        title={t('dialogTitle')}
        submitLabel={t('deactivate')}
        isDanger
        onConfirm={deactivate}
        onClose={onClose}
      >
        <p>{t('askPassword')}</p>
        <Link to="/reset-password">{t('forgotten')}</Link>
      </PasswordPrompt>
    );
  }
  return (
    <ConfirmDialog
      title={t('dialogTitle')}
      confirmLabel={t('deactivate')}
      isDanger
      isPending={isPending}
      errorMessage={error === undefined ? undefined : errorMessage(error)}
      onConfirm={() => void run(undefined)}
      onClose={onClose}
    >
      <p>{t('dialogText')}</p>
    </ConfirmDialog>
  );
}
