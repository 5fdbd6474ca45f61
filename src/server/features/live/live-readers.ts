/** Checks whether a user may read live calls. The workspace's settings name the lowest role that may. */
import { memberRoles, type Role } from '../../../contract/endpoint.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';

export interface LiveReadersSettingsReader {
  /** Reads the workspace's latest settings. */
  read(workspaceId: string): Promise<Pick<WorkspaceSettings, 'liveReaders'>>;
}

export async function mayReadLiveCalls(
  settings: LiveReadersSettingsReader,
  { workspaceId, role }: { readonly workspaceId: string; readonly role: Role },
): Promise<boolean> {
  const { liveReaders } = await settings.read(workspaceId);
  return memberRoles.indexOf(role) >= memberRoles.indexOf(liveReaders);
}
