/** Reads and actions on the members of any of the person's workspaces, not only the current one. */
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

/** Reads a workspace's members. Rejects an empty id, which would request another endpoint. */
export async function readMembers(workspaceId: string, signal?: AbortSignal): Promise<Member[]> {
  if (!workspaceId) throw new Error(workspaceServiceErrors.idRequired);
  return call('listMembers', { params: { id: workspaceId }, ...(signal ? { signal } : {}) });
}

/** Error text for a failed read of the members. */
export function membersFailure(error: unknown): string {
  const own = error instanceof Error && !(error instanceof ApiError) && !(error instanceof ConnectionError);
  return own ? error.message : shownMessage(error, workspaceServiceErrors.members);
}

/** A workspace's members, read whenever they are shown: realtime covers neither other workspaces nor last access. */
export const useMembers = (workspaceId: string): UseQueryResult<Member[]> =>
  useWorkspaceRead('listMembers', { params: { id: workspaceId } }, (signal) => readMembers(workspaceId, signal), {
    staleTime: 0,
  });

/** An admin's actions on members. Each throws ApiError or ConnectionError; `refresh` reads the lists again. */
export function useMemberActions({ id }: Pick<Workspace, 'id'>) {
  const client = useQueryClient();
  const { user } = useSession();
  return {
    invite: (body: ApiInput<'addMember', 'body'>): Promise<Member> => call('addMember', { params: { id }, body }),
    changeRole: (member: Member, role: Role): Promise<Member> =>
      call('changeMemberRole', { params: { id, userId: member.id }, body: { role } }),
    remove: async (member: Member): Promise<void> =>
      void (await call('removeMember', { params: { id, userId: member.id } })),
    /** Reads all data again that show the changed members; for the person themselves also the session. */
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
