/** Hook that edits a workspace's fields, then refreshes all queries that show the workspace. */
import { useQueryClient } from '@tanstack/react-query';
import type { UpdateWorkspaceBody } from '../../../contract/access.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';

/**
 * Hook: function that sends the changed fields of a workspace. It sends nothing if there are none. It throws ApiError
 * or ConnectionError.
 */
export function useUpdateWorkspace(id: string): (body: UpdateWorkspaceBody) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    if (Object.keys(body).length === 0) return;
    await callApi('updateWorkspace', { params: { id }, body });
    await Promise.all(
      [sessionQueryKeys.workspaces, sessionQueryKeys.currentWorkspace].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}
