/** Query and mutations of workspace members. They work for every workspace of the person, not only the current one. */
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ApiInput } from '../../../contract/api.ts';
import type { Member, Workspace } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { workspaceServiceErrors } from '../../../labels/workspaces-es.ts';
import { ApiError, ConnectionError, shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { useWorkspaceRead } from '../../api/queries.ts';
import { sessionKeys, workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { useSession } from '../../session/session.ts';

/** Requests a workspace's members. An empty id throws, because its URL would be that of another endpoint. */
export async function readMembers(workspaceId: string, signal?: AbortSignal): Promise<Member[]> {
  if (!workspaceId) throw new Error(workspaceServiceErrors.idRequired);
  return call('listMembers', { params: { id: workspaceId }, ...(signal ? { signal } : {}) });
}

/** Error text if the members could not be loaded. */
export function membersFailure(error: unknown): string {
  const own = error instanceof Error && !(error instanceof ApiError) && !(error instanceof ConnectionError);
  return own ? error.message : shownMessage(error, workspaceServiceErrors.members);
}

/** Query of a workspace's members, refreshed whenever it is shown: realtime does not cover other workspaces. */
export const useMembers = (workspaceId: string): UseQueryResult<Member[]> =>
  useWorkspaceRead('listMembers', { params: { id: workspaceId } }, (signal) => readMembers(workspaceId, signal), {
    staleTime: 0,
  });

/** Hook: actions of an admin on members. Each throws ApiError or ConnectionError. `refresh` updates the lists. */
export function useMemberActions({ id }: Pick<Workspace, 'id'>) {
  const client = useQueryClient();
  const { user } = useSession();
  return {
    invite: (body: ApiInput<'addMember', 'body'>): Promise<Member> => call('addMember', { params: { id }, body }),
    changeRole: (member: Member, role: Role): Promise<Member> =>
      call('changeMemberRole', { params: { id, userId: member.id }, body: { role } }),
    remove: async (member: Member): Promise<void> =>
      void (await call('removeMember', { params: { id, userId: member.id } })),
    /** Refreshes all queries that show the changed members; if the person is one of them, also the session. */
    refresh: async (changed: readonly Member[]): Promise<void> => {
      const isOwn = changed.some((member) => member.id === user.id);
      const keys = [
        ...(isOwn ? [sessionKeys.workspaces, sessionKeys.currentWorkspace] : []),
        ...(['listMembers', 'listUsers'] as const).map((name) => workspaceKey(tabState().workspaceId, name)),
      ];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  };
}
