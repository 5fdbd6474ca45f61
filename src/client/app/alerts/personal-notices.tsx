/**
 * A user's personal notices in the notification list of the bell, above the workspace's alerts. Each kind of notice has
 * one block.
 */
import { alertsPanelLabels as labels } from '../../../labels/alerts-panel-es.ts';
import { useBellPersonalNoticeCount } from '../../session/personal-notices.ts';
import { useReceivedInvitations } from '../../session/invitations.ts';
import { useSession } from '../../session/session.ts';
import { useFailedSignIns } from '../../session/sign-in-failures.ts';
import { InvitationList } from '../invitation-list.tsx';
import { SecondFactorResetNotice } from './second-factor-reset-notice.tsx';
import { SignInFailuresNotice } from './sign-in-failures-notice.tsx';

export function PersonalNoticeList() {
  const count = useBellPersonalNoticeCount();
  const invitations = useReceivedInvitations();
  const failures = useFailedSignIns();
  const { secondFactorReset } = useSession().user;
  if (count === 0) return null;
  return (
    <section aria-label={labels.personal} className="border-b border-line bg-sunken/40">
      <h3 className="px-4 pt-3 text-xs font-medium text-muted">{labels.personal}</h3>
      {secondFactorReset ? <SecondFactorResetNotice reset={secondFactorReset} /> : null}
      {failures ? <SignInFailuresNotice failures={failures} /> : null}
      {invitations.length > 0 ? <InvitationList /> : null}
    </section>
  );
}
