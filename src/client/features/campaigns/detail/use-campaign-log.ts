/** Query of a campaign's log, newest first, page by page. Not in api/queries.ts, because no first load needs it. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { useTabWorkspaceState } from '../../../api/tab-state.ts';

const pageSize = 50;

/** Hook that reads a campaign's log page by page, and refreshes it every half minute and on realtime events. */
export function useCampaignLog(id: string) {
  const { workspaceId, mismatched } = useTabWorkspaceState();
  return useInfiniteQuery({
    queryKey: getWorkspaceQueryKey(workspaceId, 'listCampaignLog', { params: { id } }),
    queryFn: ({ pageParam, signal }) =>
      callApi('listCampaignLog', {
        params: { id },
        query: { limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    enabled: workspaceId !== null && !mismatched,
    refetchInterval: 30_000,
  });
}
