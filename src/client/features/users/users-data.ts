/** Reads of the workspace's users, and the refresh after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { useApiQuery } from '../../api/queries.ts';
import { sessionKeys, workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';

/** The users, read again whenever the screen opens, because no message announces sign-ins. */
export const useUsers = () => useApiQuery('listUsers', {}, { staleTime: 0 });

/** Refreshes the users after one was created, changed or deleted; with `isOwn` also the session, which has the name. */
export function useRefreshUsers(): (isOwn?: boolean) => Promise<void> {
  const client = useQueryClient();
  return async (isOwn = false) => {
    const keys = [
      ...(['listUsers', 'listMembers'] as const).map((name) => workspaceKey(tabState().workspaceId, name)),
      ...(isOwn ? [sessionKeys.currentUser] : []),
    ];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
