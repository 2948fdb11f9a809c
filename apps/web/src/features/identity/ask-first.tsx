import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { removeToken } from '../../lib/api/tokens.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import { IconArrowBackUp } from '../../ui/buttons/icons.ts';
import { Ending } from './flow-ending.tsx';

interface AskFirstProps {
  /** An arrow back, where something is undone. */
  icon?: ReactNode;
  words: { title: string; text: string; submit: string; keep: string };
  isPending: boolean;
  error: unknown;
  onPress: () => void;
}

const arrowBack = <IconArrowBackUp size={44} stroke={1.8} />;

/** The question of a mailed link that serves once: mail scanners open links too, so that a press answers it. */
export function AskFirst({ icon = arrowBack, words, isPending, error, onPress }: AskFirstProps) {
  const errorMessage = useErrorMessage();
  return (
    <Ending icon={icon} tone="calm" title={words.title} text={words.text}>
      <Button variant="primary" isPending={isPending} onPress={onPress}>
        {words.submit}
      </Button>
      <Link to="/login" className={buttonClass()}>
        {words.keep}
      </Link>
      {error !== undefined && (
        <Alert tone="danger" isLive>
          {errorMessage(error)}
        </Alert>
      )}
    </Ending>
  );
}

/** An undo ends every session on the server, this browser's too. */
export function forgetSessions(): void {
  for (const key of ['authToken', 'franceConnectToken'] as const) removeToken(key);
}
