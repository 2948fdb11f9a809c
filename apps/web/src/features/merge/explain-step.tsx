import { listMerges } from '@perenne/contract/merge';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';
import { StepActions, StepFrame } from '../../lib/sign-in/flow/step.tsx';
import { useFormats } from '../../lib/i18n/formats.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { IconBuilding, IconFiles, IconLinkOff, IconLock } from '../../ui/buttons/icons.ts';
import { MergeActor } from './merge-actor.ts';
import css from './merge.module.css';

const icon = { size: 24, stroke: 1.75, 'aria-hidden': true } as const;

/** Before any field: what a merge does. */
export function ExplainStep() {
  const t = useTranslations('merge');
  const { send } = MergeActor.useActorRef();
  return (
    <StepFrame title={t('title')} text={t('explainText')}>
      <ul className={css.points}>
        <li>
          <IconFiles {...icon} />
          {t('moves')}
        </li>
        <li>
          <IconLock {...icon} />
          {t('closes')}
        </li>
        <li>
          <IconLinkOff {...icon} />
          {t('ends')}
        </li>
        <li>
          <IconBuilding {...icon} />
          {t('employersMove')}
        </li>
      </ul>
      <StepActions
        submitLabel={t('begin')}
        onPress={() => send({ type: 'SHOW', step: 'prove' })}
        back={
          <Link to="/account/profile-infos" className={buttonClass('quiet')}>
            {t('toAccount')}
          </Link>
        }
      />
      <Past />
    </StepFrame>
  );
}

/** The safes that this one has received. Without an answer, nothing is missing for the flow. */
function Past() {
  const t = useTranslations('merge');
  const formats = useFormats();
  const { data } = useQuery(endpointQuery(listMerges, { query: { limit: 20 } }));
  if (!data || data.total === 0) return null;
  return (
    <section aria-label={t('past')}>
      <h2 className={css.subtitle}>{t('past')}</h2>
      <ul className={css.past}>
        {data.items.map(({ at, email, nbDocs }) => (
          <li key={at}>
            {email}
            <span>
              {t('documents', { count: nbDocs })} · {formats.dateLong(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
