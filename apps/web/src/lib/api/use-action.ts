import { useRef, useState } from 'react';

/** A call that the user starts, for pages that do without TanStack Query: one at a time, with its last error. */
export function useAction<Input>(action: (input: Input) => Promise<void>) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const isRunning = useRef(false);
  const run = async (input: Input): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    setError(undefined);
    try {
      await action(input);
    } catch (caught) {
      setError(caught);
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return { run, isPending, error };
}
