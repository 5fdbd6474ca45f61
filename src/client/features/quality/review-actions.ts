/** What is sent of a review, and what the console then reads again: the review itself, the queue and the figures it moves. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ApiInput } from '../../../contract/api.ts';
import type { CallReview } from '../../../contract/quality.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';

/** The screen says at once what is so now; what is counted from it follows. */
async function settle(client: QueryClient, id: string, review: CallReview | null): Promise<void> {
  const { workspaceId } = tabState();
  const queryKey = workspaceKey(workspaceId, 'getCallReview', { params: { id } });
  // What is under way may be older.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { review });
  for (const name of ['getReviewQueue', 'getCopcMetrics'] as const)
    void client.invalidateQueries({ queryKey: workspaceKey(workspaceId, name) });
}

export function useSaveReview(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiInput<'putCallReview', 'body'>) => call('putCallReview', { params: { id: callId }, body }),
    onSuccess: ({ review }) => settle(client, callId, review),
  });
}

export function useDeleteReview(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('deleteCallReview', { params: { id: callId } }),
    onSuccess: () => settle(client, callId, null),
  });
}
