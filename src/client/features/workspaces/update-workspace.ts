/** Hook: changes a workspace, then refreshes all queries that show it. */
import { useQueryClient } from '@tanstack/react-query';
import type { UpdateWorkspaceBody } from '../../../contract/access.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';

/** Sends the changed fields of a workspace; without any, sends nothing. Throws ApiError or ConnectionError. */
export function useUpdateWorkspace(id: string): (body: UpdateWorkspaceBody) => Promise<void> {
  const client = useQueryClient();
  return async (body) => {
    if (Object.keys(body).length === 0) return;
    await call('updateWorkspace', { params: { id }, body });
    await Promise.all(
      [sessionKeys.workspaces, sessionKeys.currentWorkspace].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
