/** Progress of the call export with a cancel button. If the export failed, shows the error and a retry button. */
import { commonActionLabels } from '../../../labels/common-es.ts';
import { callExportLabels as labels } from '../../../labels/call-history-es.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { cancelCallExport, startCallExport, useCallExport } from './call-export.ts';

export default function CallExportProgress() {
  const format = useRegionalFormat();
  const state = useCallExport();
  if (state.kind === 'idle') return null;
  if (state.kind === 'failed') {
    return (
      <Alert tone="bad">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p>
            <strong className="font-semibold">{labels.failedTitle}.</strong> {state.message}
          </p>
          <span className="flex gap-2">
            <Button size="small" onClick={() => void startCallExport(state.order)}>
              {commonActionLabels.retry}
            </Button>
            <Button size="small" variant="ghost" onClick={cancelCallExport}>
              {labels.dismiss}
            </Button>
          </span>
        </div>
      </Alert>
    );
  }
  const { rows, total, secondsLeft } = state;
  const counts =
    total === null ? labels.rows(format.count(rows)) : labels.rowsOf(format.count(rows), format.count(total));
  const percent = total === null ? 0 : total === 0 ? 100 : (100 * rows) / total;
  return (
    <section
      aria-label={labels.running}
      className="flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{labels.running}</span>
          <span className="text-muted tabular-nums">
            {rows === 0
              ? labels.preparing
              : [counts, secondsLeft === null ? '' : labels.left(formatDurationInWords(secondsLeft))]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </div>
        <ProgressBar label={labels.running} percent={percent} />
        <p className="text-xs text-muted">{labels.goOn}</p>
      </div>
      <Button size="small" onClick={cancelCallExport}>
        {commonActionLabels.cancel}
      </Button>
    </section>
  );
}
