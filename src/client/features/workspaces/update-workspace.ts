/** Changes a workspace, and reads all data again that show it. */
import { useQueryClient } from '@tanstack/react-query';
import type { UpdateWorkspaceBody } from '../../../contract/access.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';

/** Sends the changes of a workspace; without any, nothing. Throws ApiError or ConnectionError. */
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
