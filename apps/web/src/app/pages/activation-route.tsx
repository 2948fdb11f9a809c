import { useNavigate, useSearch } from '@tanstack/react-router';
import { ActivationPage } from '../../features/activation/activation-page.tsx';

export function ActivationRoute() {
  const { step } = useSearch({ from: '/open/activation' });
  const navigate = useNavigate();
  return (
    <ActivationPage
      entry="start"
      askedStep={step ?? 'delivery'}
      onStep={(next, { replace }) => void navigate({ to: '/activation', search: { step: next }, replace })}
      onEnter={() => void navigate({ to: '/home', replace: true })}
    />
  );
}

/** A token holds FranceConnect's facts of the person; `sub` and `email` in the address are for the eye. */
export const ActivationFranceConnectRoute = () => <ReturnRoute entry="federation" />;
export const ActivationMergeRoute = () => <ReturnRoute entry="mergeWithFederation" />;

/** The activation goes on at its own address, in place of this one: back does not lead here again. */
function ReturnRoute({ entry }: { entry: 'federation' | 'mergeWithFederation' }) {
  const navigate = useNavigate();
  return (
    <ActivationPage
      entry={entry}
      askedStep={undefined}
      onStep={(next) => void navigate({ to: '/activation', search: { step: next }, replace: true })}
      onEnter={() => void navigate({ to: '/home', replace: true })}
    />
  );
}
