/**
 * React hook: mutation for a setting that is saved at once. After a save, it refetches the queries named in `reads`.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiRouteName } from '../../../contract/routes.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';

interface Change<T, R> {
  readonly change: (input: T) => Promise<R>;
  /** Text of the error toast if the error itself has no text for people. */
  readonly failed: string;
  /**
   * Builds the text of the success toast. If omitted, success shows no toast, because the screen itself shows the
   * result.
   */
  readonly done?: (result: R) => string;
  readonly reads: readonly ApiRouteName[];
}

export function useSettingsMutation<T, R>({ change, failed, done, reads }: Change<T, R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      if (done) toast.good(done(result));
    },
    onError: (error) => toast.bad(toastTitles.error, getRequestErrorText(error, failed)),
    onSettled: () => {
      const { workspaceId } = getTabWorkspaceState();
      return Promise.all(
        reads.map((name) => client.invalidateQueries({ queryKey: getWorkspaceQueryKey(workspaceId, name) })),
      );
    },
  });
}
