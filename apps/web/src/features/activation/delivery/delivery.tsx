import { type Agreement, getAgreementReceipt, getAgreementStatus } from '@perenne/contract/identity';
import { IconBriefcase, IconDownload } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/api/call.ts';
import { saveFile } from '../../../lib/browser/download.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { makePart } from '../../../lib/lazy/part.tsx';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import css from './delivery.module.css';

const DeliveryDialog = makePart(() => import('./delivery-dialog.tsx').then((module) => module.DeliveryDialog));

/** How each employer delivers payslips: into the safe, or on paper. */
export function Delivery() {
  const t = useTranslations('delivery');
  const status = useQuery(endpointQuery(getAgreementStatus));
  const [changing, setChanging] = useState<Agreement>();
  return (
    <Card title={t('title')}>
      <p className={css.text}>{t('text')}</p>
      <QueryState query={status} skeleton={<Skeleton height={132} radius="var(--r-md)" />}>
        {({ agreements }) =>
          agreements.length === 0 ? (
            <EmptyState icon={<IconBriefcase size={36} stroke={1.5} />} title={t('empty')} level={3} isCompact>
              {t('emptyText')}
            </EmptyState>
          ) : (
            <ul className={css.employers}>
              {agreements.map((agreement) => (
                <Employer key={agreement.employer.id} agreement={agreement} onChange={() => setChanging(agreement)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {changing && <DeliveryDialog agreement={changing} onClose={() => setChanging(undefined)} />}
    </Card>
  );
}

function Employer({ agreement, onChange }: { agreement: Agreement; onChange: () => void }) {
  const t = useTranslations('delivery');
  const formats = useFormats();
  const { employer, accepted, since, refusalAllowed } = agreement;
  const named = { employer: employer.name };
  return (
    <li>
      <div className={css.words}>
        <h3>{employer.name}</h3>
        <p className={css.state}>
          <Badge tone={accepted ? 'success' : 'warning'}>{accepted ? t('electronic') : t('paper')}</Badge>
          {since && <span>{t('since', { date: formats.dateLong(since) })}</span>}
        </p>
        {since && <Receipt agreement={agreement} />}
      </div>
      {(refusalAllowed || !accepted) && (
        <Button aria-label={accepted ? t('offNamed', named) : t('onNamed', named)} onPress={onChange}>
          {accepted ? t('off') : t('on')}
        </Button>
      )}
      {!refusalAllowed && accepted && <p className={css.note}>{t('noRefusal', named)}</p>}
    </li>
  );
}

/** The dated receipt of the last choice. */
export function Receipt({ agreement: { employer } }: { agreement: Agreement }) {
  const t = useTranslations('delivery');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const { run, isPending } = useAction(async () => {
    try {
      const answer = await request(getAgreementReceipt, { params: { id: employer.id } });
      saveFile(await answer.blob(), t('receiptFile'));
    } catch (failure) {
      notify({ type: 'error', text: errorMessage(failure) });
    }
  });
  return (
    <Button
      variant="quiet"
      className={css.receipt ?? ''}
      aria-label={t('receiptNamed', { employer: employer.name })}
      isPending={isPending}
      onPress={() => void run(undefined)}
    >
      <IconDownload size={19} stroke={1.75} aria-hidden />
      {t('receipt')}
    </Button>
  );
}
