import { getProfile } from '@perenne/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { QueryState } from '../../../lib/api/query-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ClosingCard } from './closing-card.tsx';
import { DevicesCard } from './devices-card.tsx';
import { EmailCard } from './email/email-card.tsx';
import { PasswordCard } from './password-card.tsx';
import css from './safety.module.css';
import { SecondFactorCard } from './second-factor/second-factor-card.tsx';

/** How one gets into this safe, from where, and how it is closed. */
export function Safety() {
  const profile = useQuery(endpointQuery(getProfile));
  return (
    <div className={css.cards}>
      <QueryState query={profile} skeleton={<Skeleton height={372} radius="var(--r-xl)" />}>
        {({ email, federated }) => (
          <>
            <PasswordCard isFederated={federated} />
            <EmailCard email={email} />
          </>
        )}
      </QueryState>
      <SecondFactorCard />
      <DevicesCard />
      <ClosingCard />
    </div>
  );
}
