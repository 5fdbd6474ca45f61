/** The users of the administration: reading them, and reading again what shows them. */
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { User } from '../../../contract/access.ts';
import { call } from '../../api/client.ts';
import { sessionKeys, workspaceKey } from '../../api/query-keys.ts';
import { tabState, useTabState } from '../../api/tab-state.ts';

/** Read anew whenever the screen opens: nobody tells of last sign-ins. */
export function useUsers(): UseQueryResult<User[]> {
  const { workspaceId, mismatched } = useTabState();
  return useQuery({
    queryKey: workspaceKey(workspaceId, 'listUsers', {}),
    queryFn: ({ signal }) => call('listUsers', { signal }),
    enabled: workspaceId !== null && !mismatched,
    refetchOnMount: 'always',
  });
}

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
