/** Query of the signed-in person's open invitations to workspaces. */
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Polling interval in ms. Realtime reports new invitations, but not that one has expired. */
const readAgainMs = 5 * 60_000;

/** The invitations, newest first; empty until known. */
export function useInvitations(): readonly Invitation[] {
  const { data } = useQuery({
    queryKey: sessionKeys.invitations,
    queryFn: () => call('listInvitations'),
    refetchInterval: readAgainMs,
  });
  return data ?? [];
}
