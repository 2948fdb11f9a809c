import type { ReactNode } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { useCountdown } from '../../browser/use-countdown.ts';
import css from './flow.module.css';

/** Three codes an hour: a pause between two keeps a hurried hand from spending them. */
const waitSeconds = 30;

interface SendAgainButtonProps {
  /** No more codes for now; the words around it say so. */
  isSpent?: boolean;
  isPending: boolean;
  /** Calls `restart` once a code is on its way. */
  onPress: (restart: () => void) => void;
  label: (seconds: number) => ReactNode;
}

export function SendAgainButton({ isSpent = false, isPending, onPress, label }: SendAgainButtonProps) {
  const [seconds, restart] = useCountdown(waitSeconds);
  return (
    <Button
      variant="quiet"
      className={css.link ?? ''}
      isDisabled={seconds > 0 || isSpent}
      isPending={isPending}
      onPress={() => onPress(restart)}
    >
      {label(isSpent ? 0 : seconds)}
    </Button>
  );
}
