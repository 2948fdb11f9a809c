import { type MutateOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/** A mutation that runs once at a time: a second press comes before the page has drawn that the first is under way. */
export function useSingleMutation<Data, Input>(options: UseMutationOptions<Data, Error, Input>) {
  const isRunning = useRef(false);
  const { mutate, isPending, isError, error } = useMutation({
    ...options,
    onSettled: (...outcome) => {
      isRunning.current = false;
      return options.onSettled?.(...outcome);
    },
  });
  const mutateOnce = (input: Input, then: MutateOptions<Data, Error, Input> = {}): void => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(input, then);
  };
  return { mutate: mutateOnce, isPending, isError, error };
}
