/** Notice that somebody removed the user's second factor, and who did. It stays until it is marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/access.ts';
import { secondFactorRemovedNoticeLabels as labels } from '../../../labels/second-factor-es.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { PersonalNoticeBlock } from './personal-notice.tsx';

export function SecondFactorResetNotice({ reset }: { readonly reset: NonNullable<CurrentUser['secondFactorReset']> }) {
  const client = useQueryClient();
  const format = useRegionalFormat();
  const moment = format.dateTime(reset.at);

  async function markRead(): Promise<void> {
    await callApi('markSecondFactorResetSeen');
    await client.invalidateQueries({ queryKey: sessionQueryKeys.currentUser });
  }

  return (
    <PersonalNoticeBlock
      title={labels.title}
      advice={labels.advice}
      windows={[{ overlay: 'secondFactor', label: labels.setUp }]}
      markRead={markRead}
    >
      <p className="text-muted">{reset.by === null ? labels.byOperator(moment) : labels.by(reset.by, moment)}</p>
    </PersonalNoticeBlock>
  );
}
