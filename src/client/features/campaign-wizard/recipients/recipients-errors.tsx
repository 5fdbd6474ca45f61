/** Errors of the recipient file and its rows, repeated numbers, and a button to continue without the wrong rows. */
import { CircleAlert, CircleCheck, CircleMinus, CopyMinus, Download, PhoneMissed } from 'lucide-react';
import { recipientListLabels as labels } from '../recipient-list-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { InputProblemPanel } from './problem-panel.tsx';
import type { RecipientPreviewFilter, RecipientFileSummary } from './recipient-summary.ts';

interface RecipientsErrorsProps {
  readonly summary: RecipientFileSummary;
  readonly omitErrors: boolean;
  readonly onOmit: (omit: boolean) => void;
  readonly onDownload: () => void;
  /** Shows the filtered rows in the preview. */
  readonly onShow: (filter: RecipientPreviewFilter) => void;
}

type Counted = (write: (count: string, one: boolean) => string, count: number) => string;

function useCounted(): Counted {
  const format = useRegionalFormat();
  return (write, count) => write(format.count(count), count === 1);
}

/** The first five errors of the recipient file, with buttons to omit or to download the rows with errors. */
function ErrorPanel({ summary, omitErrors, onOmit, onDownload }: RecipientsErrorsProps) {
  const format = useRegionalFormat();
  const counted = useCounted();
  const { errorCount, firstErrors, rejectedCount, validCount } = summary;
  const more = errorCount - firstErrors.length;
  const look = omitErrors
    ? { panel: 'border-line bg-sunken', text: 'text-muted', foot: 'border-line', Icon: CircleMinus }
    : { panel: 'border-bad/40 bg-bad-soft', text: 'text-bad', foot: 'border-bad/25', Icon: CircleAlert };
  return (
    <section
      aria-label={counted(labels.errorsTitle, rejectedCount)}
      className={classNames('rounded-md border', look.panel)}
    >
      <div className={classNames('flex items-start gap-2 px-3 py-2', look.text)}>
        <look.Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">{counted(omitErrors ? labels.omitted : labels.errorsTitle, rejectedCount)}</p>
          <ul className="mt-1 flex flex-col gap-0.5 break-words">
            {firstErrors.map(({ row, message }) => (
              <li key={`${row} ${message}`}>{labels.atRow(format.count(row), message)}</li>
            ))}
          </ul>
          {more > 0 ? <p className="mt-0.5">{counted(labels.moreErrors, more)}</p> : null}
        </div>
      </div>
      <div className={classNames('flex flex-wrap items-center gap-2 border-t px-3 py-2', look.foot)}>
        {validCount > 0 ? (
          <Button size="small" data-field="omit" aria-pressed={omitErrors} onClick={() => onOmit(!omitErrors)}>
            {omitErrors ? labels.undoOmit : counted(labels.omit, rejectedCount)}
          </Button>
        ) : null}
        <Button size="small" variant="ghost" className={look.text} onClick={onDownload}>
          <Download aria-hidden />
          {labels.downloadErrors}
        </Button>
      </div>
    </section>
  );
}

export function RecipientFileErrors(props: RecipientsErrorsProps) {
  const { summary } = props;
  const counted = useCounted();
  if (summary.problems.length > 0) {
    const isMapping = summary.mapping?.saidBy === 'nobody';
    return (
      <InputProblemPanel title={isMapping ? labels.columnsMissing : labels.problemTitle} problems={summary.problems} />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p
        className={classNames(
          'flex items-center gap-2 font-medium',
          summary.validCount > 0 ? 'text-good' : 'text-muted',
        )}
      >
        {summary.validCount > 0 ? (
          <CircleCheck aria-hidden className="size-4" />
        ) : (
          <CircleMinus aria-hidden className="size-4" />
        )}
        {counted(labels.valid, summary.validCount)}
      </p>
      {summary.duplicateCount > 0 ? (
        <p className="flex items-center gap-2 text-attention">
          <CopyMinus aria-hidden className="size-4 shrink-0" />
          {counted(labels.duplicates, summary.duplicateCount)}
        </p>
      ) : null}
      {summary.unknownCount > 0 ? (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="flex items-start gap-2 text-attention">
            <PhoneMissed aria-hidden className="mt-0.5 size-4 shrink-0" />
            {counted(labels.unknown, summary.unknownCount)}
          </p>
          <span className="text-xs text-muted">{labels.unknownText(summary.unknownCount === 1)}</span>
          <Button size="small" variant="ghost" onClick={() => props.onShow('unknown')}>
            {labels.show}
          </Button>
        </div>
      ) : null}
      {summary.rejectedCount > 0 ? <ErrorPanel {...props} /> : null}
    </div>
  );
}
