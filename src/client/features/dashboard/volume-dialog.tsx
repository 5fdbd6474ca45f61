/** The call volume chart in a large dialog. It has its own code chunk, because few people open it. */
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CallVolumeSummary, CallVolumeView, type CallVolumeCardData } from './volume-view.tsx';

const chartHeight = 500;

interface VolumeDialogProps {
  readonly subtitle: string;
  readonly state: CallVolumeCardData;
  readonly onClose: () => void;
}

export default function CallVolumeDialog({ subtitle, state, onClose }: VolumeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dashboardLabels.volumeTitle}
      description={subtitle}
      className="max-w-7xl"
      footer={
        <div className="w-full text-xs text-muted">
          <CallVolumeSummary state={state} />
        </div>
      }
    >
      <CallVolumeView state={state} height={chartHeight} />
    </Dialog>
  );
}
