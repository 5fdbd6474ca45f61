/** Notice of failed sign-ins to the user's account, with advice. It stays until it is marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import type { SignInFailures } from '../../../contract/access.ts';
import { signInFailuresLabels as labels } from '../../../labels/account-es.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';
import { useFormat } from '../../session/use-format.ts';
import { PersonalNotice } from './personal-notice.tsx';

export function SignInFailuresNotice({ failures }: { readonly failures: SignInFailures }) {
  const client = useQueryClient();
  const format = useFormat();
  const { count, addressCount, addresses, lastAt } = failures;

  async function markRead(): Promise<void> {
    const left = await call('markSignInFailuresRead', { body: { until: lastAt } });
    client.setQueryData(sessionKeys.signInFailures, left);
  }

  return (
    <PersonalNotice
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
    </PersonalNotice>
  );
}
