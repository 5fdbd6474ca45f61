/** Invitations to workspaces that the signed-in person has not answered yet. */
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Polling interval in ms besides realtime, because an unanswered invitation expires without a message. */
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
