/** Query and mutations of workspace members. They work for every workspace of the person, not only the current one. */
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { WorkspaceMember, Workspace } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { workspaceRequestErrorTexts } from '../../../labels/workspaces-es.ts';
import { ApiError, ConnectionError, getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { sessionQueryKeys, getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { useSession } from '../../session/session.ts';

/**
 * Requests the members of a workspace. Throws if the id is empty, because the URL would then be that of another
 * endpoint.
 */
export async function fetchWorkspaceMembers(workspaceId: string, signal?: AbortSignal): Promise<WorkspaceMember[]> {
  if (!workspaceId) throw new Error(workspaceRequestErrorTexts.idRequired);
  return callApi('listMembers', { params: { id: workspaceId }, ...(signal ? { signal } : {}) });
}

/** Error text if the members could not be loaded. */
export function describeMembersReadFailure(error: unknown): string {
  const own = error instanceof Error && !(error instanceof ApiError) && !(error instanceof ConnectionError);
  return own ? error.message : getRequestErrorText(error, workspaceRequestErrorTexts.members);
}

/**
 * Query of a workspace's members. It is refetched whenever it is shown, because WebSocket messages report changes of the
 * current workspace only.
 */
export const useWorkspaceMembers = (workspaceId: string): UseQueryResult<WorkspaceMember[]> =>
  useWorkspaceQuery(
    'listMembers',
    { params: { id: workspaceId } },
    (signal) => fetchWorkspaceMembers(workspaceId, signal),
    {
      staleTime: 0,
    },
  );

/** Hook: actions of an admin on members. Each throws ApiError or ConnectionError. `refresh` updates the lists. */
export function useMemberActions({ id }: Pick<Workspace, 'id'>) {
  const client = useQueryClient();
  const { user } = useSession();
  return {
    invite: (body: ApiRequestPart<'addMember', 'body'>): Promise<WorkspaceMember> =>
      callApi('addMember', { params: { id }, body }),
    changeRole: (member: WorkspaceMember, role: Role): Promise<WorkspaceMember> =>
      callApi('changeMemberRole', { params: { id, userId: member.id }, body: { role } }),
    remove: async (member: WorkspaceMember): Promise<void> =>
      void (await callApi('removeMember', { params: { id, userId: member.id } })),
    refresh: async (changed: readonly WorkspaceMember[]): Promise<void> => {
      const isOwn = changed.some((member) => member.id === user.id);
      const keys = [
        ...(isOwn ? [sessionQueryKeys.workspaces, sessionQueryKeys.currentWorkspace] : []),
        ...(['listMembers', 'listUsers'] as const).map((name) =>
          getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, name),
        ),
      ];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  };
}
