/** A notice about the user's own account: what happened and what to do. It stays until the user marks it as read. */
import { ShieldAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { alertsPanelLabels as labels } from '../../../labels/alerts-panel-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { openDialog, type DialogName } from '../overlays.ts';

interface PersonalNoticeProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly advice: string;
  /** Windows where it is done. */
  readonly windows: readonly { readonly overlay: DialogName; readonly label: string }[];
  readonly markRead: () => Promise<void>;
}

export function PersonalNoticeBlock({ title, children, advice, windows, markRead }: PersonalNoticeProps) {
  const [pending, setPending] = useState(false);

  async function mark(): Promise<void> {
    setPending(true);
    try {
      await markRead();
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.markFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <section aria-label={title} className="flex gap-3 px-4 py-3 text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {children}
        <p className="mt-1">{advice}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          {windows.map(({ overlay, label }) => (
            <Button key={overlay} size="small" onClick={() => openDialog(overlay)}>
              {label}
            </Button>
          ))}
          <Button size="small" variant="ghost" disabled={pending} onClick={() => void mark()}>
            {labels.markRead}
          </Button>
        </div>
      </div>
    </section>
  );
}
