/** Notice that somebody removed the person's second factor, and who. It stays until marked as read. */
import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { secondFactorResetLabels as labels } from '../../../labels/second-factor-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { sessionKeys } from '../../api/query-keys.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { openOverlay } from '../overlays.ts';

export function SecondFactorResetNotice({ reset }: { readonly reset: NonNullable<CurrentUser['secondFactorReset']> }) {
  const client = useQueryClient();
  const format = useFormat();
  const [pending, setPending] = useState(false);
  const moment = format.dateTime(reset.at);

  async function markRead(): Promise<void> {
    setPending(true);
    try {
      await call('markSecondFactorResetSeen');
      await client.invalidateQueries({ queryKey: sessionKeys.currentUser });
    } catch (error) {
      toast.bad(toastTitles.error, shownMessage(error, labels.failed));
      setPending(false);
    }
  }

  return (
    <section aria-label={labels.title} className="flex gap-3 px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{labels.title}</p>
        <p className="text-muted">{reset.by === null ? labels.byOperator(moment) : labels.by(reset.by, moment)}</p>
        <p className="mt-1">{labels.advice}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="small" onClick={() => openOverlay('secondFactor')}>
            {labels.setUp}
          </Button>
          <Button size="small" variant="ghost" disabled={pending} onClick={() => void markRead()}>
            {labels.markRead}
          </Button>
        </div>
      </div>
    </section>
  );
}
