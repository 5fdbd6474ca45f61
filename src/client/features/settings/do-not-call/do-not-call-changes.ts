/** Hook: function that refreshes all queries of the do-not-call list after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../../api/tab-state.ts';

export function useRefreshDoNotCallList(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const { workspaceId } = getTabWorkspaceState();
    await Promise.all(
      (['listDoNotCall', 'listDoNotCallLists'] as const).map((name) =>
        client.invalidateQueries({ queryKey: getWorkspaceQueryKey(workspaceId, name) }),
      ),
    );
  };
}
