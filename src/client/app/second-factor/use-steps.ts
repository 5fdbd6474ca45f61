/** State of a dialog with steps (steps-dialog.tsx): its current step, whether a request is pending, and its error. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

interface Steps<V> {
  readonly view: V;
  readonly pending: boolean;
  readonly failure: string | null;
  readonly show: (next: V) => void;
  /** Runs the request of a step of the second-factor dialog. Never rejects: a failed request sets `failure`. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
  /** Refetches all session data: a changed second factor affects the user, their rights and the sign-in screen. */
  readonly readAgain: () => void;
}

export function useDialogSteps<V extends { readonly name: string }>(
  first: V,
  textOf: (error: unknown) => string,
): Steps<V> {
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
