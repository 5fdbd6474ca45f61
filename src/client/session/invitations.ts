/** Query of the signed-in person's open invitations to workspaces. */
import { useQuery } from '@tanstack/react-query';
import type { WorkspaceInvitation } from '../../contract/access.ts';
import { callApi } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';

/**
 * Interval in ms at which the invitations are fetched again. The server sends an event for a new invitation, but none
 * when an invitation expires.
 */
const readAgainMs = 5 * 60_000;

/** The invitations, newest first; empty until known. */
export function useReceivedInvitations(): readonly WorkspaceInvitation[] {
  const { data } = useQuery({
    queryKey: sessionQueryKeys.invitations,
    queryFn: () => callApi('listInvitations'),
    refetchInterval: readAgainMs,
  });
  return data ?? [];
}
