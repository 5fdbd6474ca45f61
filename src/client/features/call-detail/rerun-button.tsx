/** 'Analizar de nuevo', for editors and admins; what it asks is fetched when somebody reaches for it. */
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { rerunLabels as labels } from '../../../labels/call-detail-es.ts';
import { useMay } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';

const loadDialog = () => import('./rerun-dialog.tsx');
const RerunDialog = lazy(loadDialog);

export function RerunButton({ callId }: { readonly callId: string }) {
  const may = useMay('editor');
  // Mounted at the first opening, and from then on: it fades out by itself.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  if (!may) return null;
  return (
    <>
      <Button size="small" variant="ghost" className="-my-1 -mr-2" onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()} onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden />
        {labels.action}
      </Button>
      {isOpen === null ? null : (
        <Suspense fallback={null}>
          <RerunDialog callId={callId} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
