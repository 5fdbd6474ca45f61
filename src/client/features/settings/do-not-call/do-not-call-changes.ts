/** Hook: function that refreshes all queries of the do-not-call list after a change. */
import { useQueryClient } from '@tanstack/react-query';
import { workspaceKey } from '../../../api/query-keys.ts';
import { tabState } from '../../../api/tab-state.ts';

export function useDoNotCallChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const { workspaceId } = tabState();
    await Promise.all(
      (['listDoNotCall', 'listDoNotCallLists'] as const).map((name) =>
        client.invalidateQueries({ queryKey: workspaceKey(workspaceId, name) }),
      ),
    );
  };
}
