/** Notice of failed sign-ins against the person's account, with advice. It stays until marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { SignInFailures } from '../../../contract/access.ts';
import { signInFailuresLabels as labels } from '../../../labels/account-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { openOverlay } from '../overlays.ts';

export function SignInFailuresNotice({ failures }: { readonly failures: SignInFailures }) {
  const client = useQueryClient();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const { count, addressCount, addresses, lastAt } = failures;

  async function markRead(): Promise<void> {
    setPending(true);
    try {
      client.setQueryData(
        sessionKeys.signInFailures,
        await call('markSignInFailuresRead', { body: { until: lastAt } }),
      );
    } catch (error) {
      toast.bad(toastTitles.error, shownMessage(error, labels.failed));
    } finally {
      setPending(false);
    }
  }

  return (
    <section aria-label={labels.title} className="flex gap-3 px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{labels.title}</p>
        <p className="text-muted">{labels.text(count, addressCount, format.dateTime(lastAt))}</p>
        <p className="mt-1 text-xs break-words text-muted tabular-nums">{labels.from(addresses, addressCount)}</p>
        <p className="mt-1">{labels.advice}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => openOverlay('password')}>
            {labels.changePassword}
          </Button>
          <Button size="small" onClick={() => openOverlay('sessions')}>
            {labels.sessions}
          </Button>
          <Button size="small" variant="ghost" disabled={pending} onClick={() => void markRead()}>
            {labels.markRead}
          </Button>
        </div>
      </div>
    </section>
  );
}
