/** The receivers of events: what is read of them, what an admin does to one, and what is read anew afterwards. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toastTitles } from '../../../../labels/common-es.ts';
import { shownMessage } from '../../../api/api-error.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { workspaceKey } from '../../../api/query-keys.ts';
import { tabState } from '../../../api/tab-state.ts';
import { toast } from '../../../ui/toast.ts';

const often = { refetchInterval: 5_000 } as const;
export const useEventWebhooks = () => useApiQuery('listEventWebhooks', {}, often);
export const useEventDeliveries = (id: string) => useApiQuery('listEventDeliveries', { params: { id } }, often);

/** `mutate(input)`: `done` says what came of it. */
export function useEventChange<T, R>(change: (input: T) => Promise<R>, failed: string, done: (result: R) => string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => toast.good(done(result)),
    onError: (error) => toast.bad(toastTitles.error, shownMessage(error, failed)),
    onSettled: () => {
      const { workspaceId } = tabState();
      return Promise.all(
        (['listEventWebhooks', 'listEventDeliveries'] as const).map((name) =>
          client.invalidateQueries({ queryKey: workspaceKey(workspaceId, name) }),
        ),
      );
    },
  });
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
