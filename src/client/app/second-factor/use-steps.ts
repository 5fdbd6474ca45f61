/** The state of a window in steps (steps-dialog.tsx): the step, whether it waits for an answer, and what went wrong. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

interface Steps<V> {
  readonly view: V;
  readonly pending: boolean;
  readonly failure: string | null;
  /** Goes to that step, without the failure of the last one. */
  readonly show: (next: V) => void;
  /** Does what a step asks for; its failure is shown, and the step stays. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  /** A second factor decides on much else: the person, their rights, and what the sign-in screen offers. */
  readonly readAgain: () => void;
}

export function useSteps<V extends { readonly name: string }>(first: V, textOf: (error: unknown) => string): Steps<V> {
  const client = useQueryClient();
  const [view, setView] = useState(first);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  return {
    view,
    pending,
    failure,
    show(next) {
      setFailure(null);
      setView(next);
    },
    async attempt(work) {
      setPending(true);
      setFailure(null);
      try {
        await work();
      } catch (error) {
        setFailure(textOf(error));
      } finally {
        setPending(false);
      }
    },
    readAgain: () => void client.invalidateQueries(),
  };
}
