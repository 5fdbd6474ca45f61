/** Notice that somebody removed the user's second factor, and who did. It stays until it is marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '../../../contract/access.ts';
import { secondFactorResetLabels as labels } from '../../../labels/second-factor-es.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';
import { useFormat } from '../../session/use-format.ts';
import { PersonalNotice } from './personal-notice.tsx';

export function SecondFactorResetNotice({ reset }: { readonly reset: NonNullable<CurrentUser['secondFactorReset']> }) {
  const client = useQueryClient();
  const format = useFormat();
  const moment = format.dateTime(reset.at);

  async function markRead(): Promise<void> {
    await call('markSecondFactorResetSeen');
    await client.invalidateQueries({ queryKey: sessionKeys.currentUser });
  }

  return (
    <PersonalNotice
      title={labels.title}
      advice={labels.advice}
      windows={[{ overlay: 'secondFactor', label: labels.setUp }]}
      markRead={markRead}
    >
      <p className="text-muted">{reset.by === null ? labels.byOperator(moment) : labels.by(reset.by, moment)}</p>
    </PersonalNotice>
  );
}
