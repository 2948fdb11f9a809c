import { getInfoForMerge, type InfoForMerge } from '@perenne/contract/merge';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { Facts } from '../../lib/sign-in/flow/facts.tsx';
import { StepActions, StepBack, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { useFormats } from '../../lib/i18n/formats.ts';
import { QueryState } from '../../lib/api/query-state.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { MergeActor } from './merge-actor.ts';
import css from './merge.module.css';
import { withProof } from './proof.ts';

/** The contents of the other safe, the rights that end with it, and whether there is room. */
export function SummaryStep() {
  const t = useTranslations('merge');
  const { send } = MergeActor.useActorRef();
  const query = useQuery({ ...endpointQuery(getInfoForMerge, withProof()), staleTime: 0, gcTime: 0 });
  const hasExpired = isApiError(query.error, 'AuthTokenNotValid');
  useEffect(() => {
    if (hasExpired) send({ type: 'PROOF_EXPIRED' });
  }, [hasExpired, send]);
  return (
    <StepFrame title={t('summaryTitle')} text={t('summaryText')}>
      <QueryState query={query} skeleton={<Skeleton height={420} radius="var(--r-lg)" />}>
        {(info) => <Summary info={info} isChecking={query.isFetching} onCheck={() => void query.refetch()} />}
      </QueryState>
    </StepFrame>
  );
}

interface SummaryProps {
  info: InfoForMerge;
  isChecking: boolean;
  /** Asks again, once room was made. */
  onCheck: () => void;
}

function Summary({ info, isChecking, onCheck }: SummaryProps) {
  const t = useTranslations('merge');
  const formats = useFormats();
  const { send } = MergeActor.useActorRef();
  const { firstName, lastName, activatedAt, nbDocs, trashed, sharings, collectors, employers, storage } = info;
  const hasRoom = storage.needed <= storage.available;
  const sizes = { needed: formats.size(storage.needed), available: formats.size(storage.available) };
  const goOn = () => (hasRoom ? send({ type: 'SUMMED_UP', brought: { nbDocs, trashed, employers } }) : onCheck());
  return (
    <>
      <Facts
        facts={[
          [t('owner'), `${firstName} ${lastName}`],
          [t('since'), formats.dateLong(activatedAt)],
          [t('holds'), t('documents', { count: nbDocs })],
          ...(trashed > 0 ? [[t('inTrash'), t('documents', { count: trashed })] as const] : []),
          [t('employers'), employers.length > 0 ? employers.join(', ') : t('noEmployer')],
          [t('room'), hasRoom ? t('enoughRoom', sizes) : t('missingRoom', sizes)],
        ]}
      />
      <h2 className={css.subtitle}>{t('whatEnds')}</h2>
      <ul className={css.list}>
        <li>{t('endsSharings', { count: sharings })}</li>
        <li>{t('endsCollectors', { count: collectors })}</li>
        <li>{t('endsAccess')}</li>
      </ul>
      {!hasRoom && (
        <div className={css.room}>
          <Alert tone="warning" title={t('missingTitle')} isLive>
            {t('missingText', { missing: formats.size(storage.needed - storage.available) })}
          </Alert>
        </div>
      )}
      <StepActions
        submitLabel={hasRoom ? t('next') : t('checkAgain')}
        isPending={isChecking}
        onPress={goOn}
        back={<StepBack label={t('otherSafe')} onPress={() => send({ type: 'SHOW', step: 'prove' })} />}
      />
    </>
  );
}
