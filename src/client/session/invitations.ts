/** The workspaces that the person is invited to, wherever they are shown. */
import { useQuery } from '@tanstack/react-query';
import type { Invitation } from '../../contract/access.ts';
import { call } from '../api/client.ts';
import { sessionKeys } from '../api/query-keys.ts';

/** Besides what the socket tells: one that nobody answers ends by itself. */
const readAgainMs = 5 * 60_000;

/** Newest first; none while they are not known. */
export function useInvitations(): readonly Invitation[] {
  const { data } = useQuery({
    queryKey: sessionKeys.invitations,
    queryFn: () => call('listInvitations'),
    refetchInterval: readAgainMs,
  });
  return data ?? [];
}
