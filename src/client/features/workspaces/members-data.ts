/** The members of one of the person's workspaces, the current one or not: reading them, and what changes them. */
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

/** Refuses an empty id before it becomes a request for something else. */
export async function readMembers(workspaceId: string, signal?: AbortSignal): Promise<Member[]> {
  if (!workspaceId) throw new Error(workspaceServiceErrors.idRequired);
  return call('listMembers', { params: { id: workspaceId }, ...(signal ? { signal } : {}) });
}

/** Why the members could not be read, in words to show. */
export function membersFailure(error: unknown): string {
  const own = error instanceof Error && !(error instanceof ApiError) && !(error instanceof ConnectionError);
  return own ? error.message : shownMessage(error, workspaceServiceErrors.members);
}

/** Read anew whenever they come into view: realtime tells of the current workspace only, and of no one's last access. */
export const useMembers = (workspaceId: string): UseQueryResult<Member[]> =>
  useWorkspaceRead('listMembers', { params: { id: workspaceId } }, (signal) => readMembers(workspaceId, signal), {
    staleTime: 0,
  });

/** What an admin does with members; each throws ApiError or ConnectionError, and leaves the lists to `refresh`. */
export function useMemberActions({ id }: Pick<Workspace, 'id'>) {
  const client = useQueryClient();
  const { user } = useSession();
  return {
    invite: (body: ApiInput<'addMember', 'body'>): Promise<Member> => call('addMember', { params: { id }, body }),
    changeRole: (member: Member, role: Role): Promise<Member> =>
      call('changeMemberRole', { params: { id, userId: member.id }, body: { role } }),
    remove: async (member: Member): Promise<void> =>
      void (await call('removeMember', { params: { id, userId: member.id } })),
    /** Reads again what a change of these people appears in; of oneself, that is the session too. */
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
