import { getPayslipCalendar } from '@perenne/contract/payslips';
import { IconCalendar } from '../../../ui/buttons/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EmployerCalendar } from './employer-calendar.tsx';
import css from './payslips-page.module.css';

/** The payslips by month, as one looks for them: what is held, and what is missing. */
export function PayslipsPage() {
  const t = useTranslations('payslips');
  const calendar = useQuery(endpointQuery(getPayslipCalendar));
  return (
    <>
      <PageHeading title={t('title')} subtitle={t('subtitle')} />
      <QueryState query={calendar} skeleton={<CalendarSkeleton />}>
        {({ employers }) =>
          employers.length > 0 ? (
            <div className={css.employers}>
              {employers.map((employer) => (
                <EmployerCalendar key={employer.id} employer={employer} />
              ))}
              <p className={css.hint}>{t('missingHint')}</p>
            </div>
          ) : (
            <EmptyState
              icon={<IconCalendar size={36} stroke={1.5} />}
              title={t('empty')}
              actions={
                <Link to="/documents/{-$folderId}" className={buttonClass()}>
                  {t('toDocuments')}
                </Link>
              }
            >
              {t('emptyText')}
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

const CalendarSkeleton = () => (
  <div className={css.employers}>
    <Card>
      <Skeleton width="40%" height="1.4em" />
      <p>
        <Skeleton width="60%" height=".9em" />
      </p>
      <Skeleton height="168px" />
    </Card>
  </div>
);
