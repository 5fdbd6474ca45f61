/** Shows the scheduled time of a callback, or that the customer asked for one. Editors may set the time. */
import { CalendarClock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { callBackLabels as labels } from '../../../labels/call-back-es.ts';
import { useApiQuery } from '../../api/queries.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadDialog = () => import('./call-back-dialog.tsx');
const CallBackDialog = lazyWithIdlePreload(loadDialog);

export function CallbackTimeRow({ callId }: { readonly callId: string }) {
  const { data } = useApiQuery('getCallback', { params: { id: callId } });
  const mayEdit = useHasRole('editor');
  const format = useRegionalFormat();
  // Mount the dialog anew at each opening, so that it starts with the scheduled time of the callback.
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  const { at, said, refusal } = data;
  const maySet = mayEdit && (refusal === null || at !== null);
  if (at === null && said === null && !maySet) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-2">
      {at === null && said === null ? null : (
        <p className="min-w-0 break-words">
          {at === null ? (
            <span className="text-muted">{labels.said(said ?? '')}</span>
          ) : (
            <span className="font-medium tabular-nums">{labels.at(format.dateTime(at))}</span>
          )}
        </p>
      )}
      {maySet ? (
        <Button
          size="small"
          variant="ghost"
          className={at === null && said === null ? '-ml-3' : '-mr-3'}
          onPointerEnter={() => void loadDialog()}
          onFocus={() => void loadDialog()}
          onClick={() => setOpen(true)}
        >
          {at === null ? <CalendarClock aria-hidden /> : null}
          {at === null ? labels.action : labels.change}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <CallBackDialog callId={callId} at={at} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
