/** Changing a workspace and reading again what shows it. */
import { useQueryClient } from '@tanstack/react-query';
import type { UpdateWorkspaceBody } from '../../../contract/access.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';

/** Sends what is given; throws ApiError or ConnectionError. With nothing given it asks nothing. */
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
