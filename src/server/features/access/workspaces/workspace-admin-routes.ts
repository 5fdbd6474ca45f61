/** HTTP routes for a workspace's admins: its name, its provider keys and its members. */
import { accessEndpoints } from '../../../../contract/access.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { getRequestActor } from '../actor.ts';
import type { WorkspaceEditService } from './edit-workspace.ts';
import type { WorkspaceMemberManager } from '../people/members.ts';
import type { UserWorkspaceManager } from './workspaces.ts';

export interface WorkspaceAdminRoutesDeps {
  readonly editing: WorkspaceEditService;
  readonly members: WorkspaceMemberManager;
  readonly workspaces: UserWorkspaceManager;
}

export function registerWorkspaceAdminRoutes(
  binder: EndpointBinder,
  { editing, members, workspaces }: WorkspaceAdminRoutesDeps,
): void {
  binder.bind(accessEndpoints.updateWorkspace, async ({ identity, workspaceId, body, request }) => {
    await editing.update(getRequestActor(identity, request), workspaceId, body);
    return workspaces.find(identity, workspaceId);
  });
  binder.bind(accessEndpoints.showApiKey, async ({ identity, workspaceId, request }) => ({
    apiKey: await editing.showKey(getRequestActor(identity, request), workspaceId),
  }));
  binder.bind(accessEndpoints.listMembers, ({ workspaceId }) => members.list(workspaceId));
  binder.bind(accessEndpoints.addMember, ({ identity, workspaceId, body, request }) =>
    members.add(getRequestActor(identity, request), workspaceId, body),
  );
  binder.bind(accessEndpoints.changeMemberRole, ({ identity, workspaceId, params, body, request }) =>
    members.changeRole(getRequestActor(identity, request), workspaceId, params.userId, body.role),
  );
  binder.bind(accessEndpoints.removeMember, async ({ identity, workspaceId, params, request }) => {
    await members.remove(getRequestActor(identity, request), workspaceId, params.userId);
    return { ok: true as const };
  });
}
