/** Checks the right to read live calls: a workspace's settings name the least role that has it. */
import { roles, type Role } from '../../../contract/endpoint.ts';
import type { Settings } from '../../../contract/settings.ts';

export interface LiveReaders {
  /** Reads the workspace's latest settings. */
  read(workspaceId: string): Promise<Pick<Settings, 'liveReaders'>>;
}

export async function mayReadLive(
  settings: LiveReaders,
  { workspaceId, role }: { readonly workspaceId: string; readonly role: Role },
): Promise<boolean> {
  const { liveReaders } = await settings.read(workspaceId);
  return roles.indexOf(role) >= roles.indexOf(liveReaders);
}
