import { getPayslipCalendar } from '@perenne/contract/payslips';
import { IconCalendar } from '../../../ui/icons.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { QueryState } from '../../../lib/query-state.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
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
