/** Button 'Analizar de nuevo' that requests a new analysis of a call; the code of its dialog loads on demand. */
import { RefreshCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { rerunAnalysisLabels as labels } from './call-detail-es.ts';
import { Button } from '../../ui/button.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadDialog = () => import('./rerun-dialog.tsx');
const RerunDialog = lazyWithIdlePreload(loadDialog);

interface RerunButtonProps {
  readonly callId: string;
  /**
   * True if a campaign placed the call. The dialog then warns that the new analysis ignores the campaign's own
   * definition of success.
   */
  readonly isOfCampaign: boolean;
}

export function RerunAnalysisButton({ callId, isOfCampaign }: RerunButtonProps) {
  // After its first opening the dialog stays mounted, so that it can fade out when it closes.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="-ml-3"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => setOpen(true)}
      >
        <RefreshCw aria-hidden />
        {labels.action}
      </Button>
      {isOpen === null ? null : (
        <Suspense fallback={null}>
          <RerunDialog callId={callId} isOfCampaign={isOfCampaign} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
