/**
 * What waits for the person themself, whichever workspace is shown: beside its alerts in the bell. A kind of notice adds its count
 * here, and what it shows to app/alerts/personal-notices.tsx.
 */
import { useInvitations } from './invitations.ts';

/** How many there are. They count until they are dealt with: looking at them is not enough. */
export function usePersonalNoticeCount(): number {
  return useInvitations().length;
}
