/** The call volume chart in a large dialog. It has its own code chunk, because few people open it. */
import { dashboardLabels } from '../../../labels/dashboard-es.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { VolumeSummary, VolumeView, type VolumeState } from './volume-view.tsx';

const chartHeight = 500;

interface VolumeDialogProps {
  readonly subtitle: string;
  readonly state: VolumeState;
  readonly onClose: () => void;
}

export default function VolumeDialog({ subtitle, state, onClose }: VolumeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dashboardLabels.volumeTitle}
      description={subtitle}
      className="max-w-7xl"
      footer={
        <div className="w-full text-xs text-muted">
          <VolumeSummary state={state} />
        </div>
      }
    >
      <VolumeView state={state} height={chartHeight} />
    </Dialog>
  );
}
