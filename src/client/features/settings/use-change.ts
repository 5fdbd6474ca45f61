/** What an admin does in a section that saves by itself, and which reads are made anew afterwards. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RouteName } from '../../../contract/routes.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';

interface Change<T, R> {
  readonly change: (input: T) => Promise<R>;
  /** Where the error says nothing better. */
  readonly failed: string;
  /** What came of it; without: the screen itself says so. */
  readonly done?: (result: R) => string;
  readonly reads: readonly RouteName[];
}

export function useChange<T, R>({ change, failed, done, reads }: Change<T, R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      if (done) toast.good(done(result));
    },
    onError: (error) => toast.bad(toastTitles.error, shownMessage(error, failed)),
    onSettled: () => {
      const { workspaceId } = tabState();
      return Promise.all(reads.map((name) => client.invalidateQueries({ queryKey: workspaceKey(workspaceId, name) })));
    },
  });
}
