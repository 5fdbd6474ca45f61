/** Button 'Eliminar datos' that erases a call's personal data; the code of its dialog loads on demand. */
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { callDetailLabels as labels } from './call-detail-es.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadDialog = () => import('./forget-call-dialog.tsx');
const ForgetCallDialog = lazyWithIdlePreload(async () => ({ default: (await loadDialog()).EraseCallDataDialog }));

export function EraseCallDataButton({ callId }: { readonly callId: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="-ml-3 text-bad enabled:hover:text-bad"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <Trash2 aria-hidden />
        {labels.erase}
      </Button>
      {isOpen === null ? null : (
        <Suspense fallback={null}>
          <ForgetCallDialog callId={callId} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
