import { getActivationProgress } from '@perenne/contract/activation';
import { IconCheck } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dial } from '../../../ui/brand/dial.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { ActivationActor } from '../flow/activation-actor.ts';
import flow from '../../../lib/sign-in/flow/flow.module.css';
import css from '../activation.module.css';

const pollEveryMs = 1500;

/** The safe is open; the documents that waited are on their way. One may wait for them or go in at once. */
export function RecoveryStep({ isMerged, onEnter }: { isMerged: boolean; onEnter: () => void }) {
  const t = useTranslations('activation');
  const email = ActivationActor.useSelector((snapshot) => snapshot.context.email);
  return (
    <div className={flow.done}>
      <div className={css.picture} aria-hidden>
        <Dial value={1} size={176} strokeWidth={2.4} />
        <span>
          <IconCheck size={48} stroke={2.2} />
        </span>
      </div>
      <PageHeading
        title={isMerged ? t('mergedTitle') : t('successTitle')}
        subtitle={isMerged ? t('mergedText') : t('successText', { email })}
      />
      <Progress onEnter={onEnter} />
    </div>
  );
}

function Progress({ onEnter }: { onEnter: () => void }) {
  const t = useTranslations('activation');
  const progress = useQuery({
    ...endpointQuery(getActivationProgress),
    refetchInterval: ({ state }) => (state.data?.recovering === false ? false : pollEveryMs),
  });
  const isRecovering = progress.data?.recovering ?? true;
  return (
    <>
      <QueryState query={progress}>
        {({ recovering, recovered, total }) => (
          <div className={css.progress} aria-live="polite">
            {recovering ? (
              <>
                <ProgressBar
                  label={t('recovering')}
                  value={total ? recovered / total : 0}
                  valueLabel={t('recovered', { recovered, total })}
                />
                <p>{t('recoveringText')}</p>
              </>
            ) : (
              <p>{t('recoveredAll', { total })}</p>
            )}
          </div>
        )}
      </QueryState>
      <Button variant={isRecovering ? 'secondary' : 'primary'} onPress={onEnter}>
        {isRecovering ? t('enterNow') : t('enter')}
      </Button>
    </>
  );
}
