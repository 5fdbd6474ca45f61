/** The users of the administration: reading them, and reading again what shows them. */
import { useQueryClient } from '@tanstack/react-query';
import { useApiQuery } from '../../api/queries.ts';
import { sessionKeys, workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';

/** Read anew whenever the screen opens: nobody tells of last sign-ins. */
export const useUsers = () => useApiQuery('listUsers', {}, { staleTime: 0 });

/** After a user was made, changed or deleted; one's own name stands in the session too. */
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
