import { getSecondFactor } from '@perenne/contract/second-factor';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../../../lib/api/endpoint-query.ts';
import { makePart } from '../../../../lib/lazy/part.tsx';
import { QueryState } from '../../../../lib/api/query-state.tsx';
import { Badge } from '../../../../ui/layout/badge.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { RecoveryPart } from './recovery-part.tsx';
import css from '../safety.module.css';
import { TotpPart } from './totp-part.tsx';

const secondFactorQuery = endpointQuery(getSecondFactor);
const RecoveryCodesDialog = makePart(() =>
  import('./recovery-codes-dialog.tsx').then((module) => module.RecoveryCodesDialog),
);

export function SecondFactorCard() {
  const t = useTranslations('secondFactorSettings');
  const queries = useQueryClient();
  const query = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const onChanged = (recoveryCodes?: readonly string[]) => {
    void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    if (recoveryCodes) setCodes(recoveryCodes);
  };
  return (
    <Card title={t('title')}>
      <QueryState query={query} skeleton={<Skeleton height={318} radius="var(--r-md)" />}>
        {(state) => (
          <>
            <Summary isOn={state.totp !== null || state.passkeys.length > 0} />
            <PasskeysPart state={state} onChanged={onChanged} />
            <TotpPart state={state} onChanged={onChanged} />
            {state.recoveryCodes && <RecoveryPart made={state.recoveryCodes} onRenewed={onChanged} />}
          </>
        )}
      </QueryState>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

function Summary({ isOn }: { isOn: boolean }) {
  const t = useTranslations('secondFactorSettings');
  return (
    <div className={css.part} data-first>
      <Badge tone={isOn ? 'success' : 'warning'}>{isOn ? t('on') : t('off')}</Badge>
      <p className={css.text}>{isOn ? t('text') : t('offText')}</p>
    </div>
  );
}
