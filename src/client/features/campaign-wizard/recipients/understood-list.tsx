/** Content of the wizard's step 2 once a recipient file was parsed: columns, errors and suggested corrections. */
import { Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recipientListLabels as labels } from '../recipient-list-es.ts';
import { recipientFileFailureTexts } from '../../../../labels/wizard-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { downloadBlobAsFile } from '../../../api/save-file.ts';
import { FormField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { toast } from '../../../ui/toast.ts';
import { ColumnMappingForm } from './column-mapping.tsx';
import { DoubtfulNamesPanel } from './doubtful-names.tsx';
import { PhoneNumberCorrectionSuggestions } from './number-suggestions.tsx';
import { defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import type { RecipientFileReader } from './recipient-reader.ts';
import type { RecipientPreviewFilter, RecipientFileSummary } from './recipient-summary.ts';
import { RecipientFileErrors } from './recipients-errors.tsx';
import { RecipientFilePreview } from './recipients-preview.tsx';
import type { RecipientFileController, RecipientFileState } from './use-recipients.ts';

async function downloadRejected(reader: RecipientFileReader): Promise<void> {
  try {
    downloadBlobAsFile(await reader.readRejectedRowsCsv(), labels.errorsFileName);
  } catch (error) {
    toast.bad(getRequestErrorText(error, recipientFileFailureTexts.readerFailed));
  }
}

interface UnderstoodListProps {
  readonly recipients: RecipientFileController;
  readonly state: Extract<RecipientFileState, { status: 'ready' }>;
  /**
   * Called after the user chose columns of the recipient file. Moves the focus, because the pressed button no longer
   * exists.
   */
  readonly onUnderstood: () => void;
}

/** Select for the sheet of a spreadsheet, and notices about parts of the recipient file that were left out. */
function FileNotes({
  summary,
  onSheet,
}: {
  readonly summary: RecipientFileSummary;
  readonly onSheet: (sheet: string) => void;
}) {
  const { layout, notices } = summary;
  return (
    <>
      {layout && layout.sheets.length > 1 ? (
        <div className="max-w-xs">
          <FormField label={labels.sheet}>
            {(control) => (
              <Select {...control} value={layout.sheet ?? ''} onChange={(event) => onSheet(event.target.value)}>
                {layout.sheets.map((sheet) => (
                  <option key={sheet}>{sheet}</option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
      ) : null}
      {notices.length > 0 ? (
        <ul className="flex flex-col gap-1">
          {notices.map((notice) => (
            <li key={notice} className="flex items-start gap-2 break-words">
              <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0">{notice}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

export default function ParsedRecipientFileView({ recipients, state, onUnderstood }: UnderstoodListProps) {
  const { summary, list, reader } = state;
  const { choices } = list;
  const [wanted, setFilter] = useState<RecipientPreviewFilter>('all');
  // Show all rows if the chosen filter of the preview has no rows left, because the user has corrected them.
  const filter = summary.preview.rows[wanted].length > 0 ? wanted : 'all';
  const preview = useRef<HTMLDivElement>(null);
  const show = (rows: RecipientPreviewFilter): void => {
    setFilter(rows);
    preview.current?.scrollIntoView({ block: 'nearest' });
  };
  /**
   * Parses the file again with another sheet or header row. The chosen columns are reset, because the new sheet or
   * header may have other columns.
   */
  const chooseAnew = (change: Partial<RecipientParsingChoices>): Promise<void> =>
    recipients.choose(({ sheet, headerRow }) => ({ ...defaultRecipientParsingChoices, sheet, headerRow, ...change }));
  /**
   * The recipient file's summary before the user changed the header row; null otherwise. When the new summary arrives,
   * the select of the header row gets the focus.
   */
  const changed = useRef<RecipientFileSummary | null>(null);
  useEffect(() => {
    if (changed.current === null || changed.current === summary) return;
    changed.current = null;
    preview.current?.parentElement?.querySelector<HTMLElement>('[data-field=headerRow]')?.focus();
  });
  const { saidBy, fills = [], phoneAt } = summary.mapping ?? {};
  const isFirst = saidBy === 'person' || (saidBy === 'header' && fills.some((fill) => fill.phoneAt === phoneAt));
  const mapping = summary.mapping ? (
    <ColumnMappingForm
      // Remount the form after each parse of the recipient file, so that its fields show the columns newly proposed.
      key={state.version}
      mapping={summary.mapping}
      layout={summary.layout}
      onChoose={(columns) => void chooseAnew({ columns }).then(onUnderstood)}
      onHeaderRow={(headerRow) => {
        changed.current = summary;
        void chooseAnew({ headerRow });
      }}
    />
  ) : null;
  return (
    <>
      <FileNotes summary={summary} onSheet={(sheet) => void chooseAnew({ sheet, headerRow: null })} />
      {isFirst ? mapping : null}
      <RecipientFileErrors
        summary={summary}
        omitErrors={list.omitErrors}
        onOmit={recipients.setOmitErrors}
        onDownload={() => void downloadRejected(reader)}
        onShow={show}
      />
      {isFirst ? null : mapping}
      {summary.doubtful.count > 0 ? (
        <DoubtfulNamesPanel
          doubtful={summary.doubtful}
          decision={choices.names}
          onDecide={(names) => void recipients.choose((last) => ({ ...last, names }))}
          onShow={() => show('doubtful')}
        />
      ) : null}
      <PhoneNumberCorrectionSuggestions
        offers={summary.offers}
        accepted={choices.corrections}
        onChange={(change) => void recipients.choose((last) => ({ ...last, corrections: change(last.corrections) }))}
      />
      <div ref={preview} className="scroll-mb-28">
        <RecipientFilePreview
          summary={summary}
          filter={filter}
          onShowAll={() => setFilter('all')}
          typed={choices.cells}
          onType={(change) => void recipients.choose((last) => ({ ...last, cells: change(last.cells) }))}
        />
      </div>
    </>
  );
}
