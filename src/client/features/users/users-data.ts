/** Query of the workspace's users, and its refresh after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { useApiQuery } from '../../api/queries.ts';
import { sessionQueryKeys, getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';

/** Query of the users. It is read whenever the screen opens, because no realtime message reports sign-ins. */
export const useUsers = () => useApiQuery('listUsers', {}, { staleTime: 0 });

/** Hook: function that refreshes all lists of users. `isOwn`: the signed-in person's own data changed too. */
export function useRefreshUsers(): (isOwn?: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (isOwn = false) => {
    const keys = [
      ...(['listUsers', 'listMembers'] as const).map((name) =>
        getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, name),
      ),
      ...(isOwn ? [sessionQueryKeys.currentUser] : []),
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
