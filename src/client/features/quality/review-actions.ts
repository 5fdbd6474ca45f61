/** Mutations that save or delete a review. Afterwards the review, the queue and the quality metrics are refreshed. */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { QualityCallReview } from '../../../contract/quality.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';

/** Puts the saved review into the query cache, and refreshes the review queue and the quality metrics. */
async function settle(client: QueryClient, id: string, review: QualityCallReview | null): Promise<void> {
  const { workspaceId } = getTabWorkspaceState();
  const queryKey = getWorkspaceQueryKey(workspaceId, 'getCallReview', { params: { id } });
  // Cancels a running read of the review, because its older result could overwrite the saved review.
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { review });
  for (const name of ['getReviewQueue', 'getCopcMetrics'] as const)
    void client.invalidateQueries({ queryKey: getWorkspaceQueryKey(workspaceId, name) });
}

export function useSaveCallReview(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApiRequestPart<'putCallReview', 'body'>) =>
      callApi('putCallReview', { params: { id: callId }, body }),
    onSuccess: ({ review }) => settle(client, callId, review),
  });
}

export function useDeleteCallReview(callId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('deleteCallReview', { params: { id: callId } }),
    onSuccess: () => settle(client, callId, null),
  });
}
