import { Link } from '@tanstack/react-router';
import { useErrorMessage } from '../../lib/error-message.ts';
import { removeToken } from '../../lib/tokens.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { IconArrowBackUp } from '../../ui/icons.ts';
import { Ending } from './flow-ending.tsx';

interface AskToUndoProps {
  words: { title: string; text: string; submit: string; keep: string };
  isPending: boolean;
  error: unknown;
  onPress: () => void;
}

/** The question of a mailed link that undoes something: mail scanners open links too, so that a press answers it. */
export function AskToUndo({ words, isPending, error, onPress }: AskToUndoProps) {
  const errorMessage = useErrorMessage();
  return (
    <Ending icon={<IconArrowBackUp size={44} stroke={1.8} />} tone="calm" title={words.title} text={words.text}>
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
