/** Notice of failed sign-ins to the user's account, with advice. It stays until it is marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import type { FailedSignInsSummary } from '../../../contract/access.ts';
import { failedSignInsLabels as labels } from '../../../labels/account-es.ts';
import { callApi } from '../../api/client.ts';
import { sessionQueryKeys } from '../../api/query-keys.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { PersonalNoticeBlock } from './personal-notice.tsx';

export function SignInFailuresNotice({ failures }: { readonly failures: FailedSignInsSummary }) {
  const client = useQueryClient();
  const format = useRegionalFormat();
  const { count, addressCount, addresses, lastAt } = failures;

  async function markRead(): Promise<void> {
    const left = await callApi('markSignInFailuresRead', { body: { until: lastAt } });
    client.setQueryData(sessionQueryKeys.signInFailures, left);
  }

  return (
    <PersonalNoticeBlock
      title={labels.title}
      advice={labels.advice}
      windows={[
        { overlay: 'password', label: labels.changePassword },
        { overlay: 'sessions', label: labels.sessions },
      ]}
      markRead={markRead}
    >
      <p className="text-muted">{labels.text(count, addressCount, format.dateTime(lastAt))}</p>
      <p className="mt-1 text-xs break-words text-muted tabular-nums">{labels.from(addresses, addressCount)}</p>
    </PersonalNoticeBlock>
  );
}
