/** Step 2: the recipients, what was understood of them and what is wrong. */
import { useEffect, useRef } from 'react';
import { recipientsStepLabels as labels, readerMessages } from '../../../../labels/wizard-es.ts';
import { shownMessage } from '../../../api/api-error.ts';
import { saveFile } from '../../../api/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { NumberSuggestions } from './number-suggestions.tsx';
import { ProblemPanel, RecipientsErrors } from './recipients-errors.tsx';
import { noChoices } from './csv-reading.ts';
import { RecipientsPreview } from './recipients-preview.tsx';
import { RecipientsSource } from './recipients-source.tsx';
import type { RecipientReader } from './recipient-reader.ts';
import type { Recipients, RecipientsState } from './use-recipients.ts';

async function downloadRejected(reader: RecipientReader): Promise<void> {
  try {
    saveFile(await reader.readRejectedRowsCsv(), labels.errorsFileName);
  } catch (error) {
    toast.bad(shownMessage(error, readerMessages.readerFailed));
  }
}

type Ready = Extract<RecipientsState, { status: 'ready' }>;

interface UnderstoodProps {
  readonly recipients: Recipients;
  readonly state: Ready;
  /** The button that was pressed is gone. */
  readonly onUnderstood: () => void;
}

function Understood({ recipients, state, onUnderstood }: UnderstoodProps) {
  const { summary, list, reader } = state;
  const { choices } = list;
  const mapping = summary.mapping ? (
    <ColumnMapping
      // What is proposed for one list says nothing about the next.
      key={state.version}
      mapping={summary.mapping}
      onChoose={(columns) => void recipients.choose(() => ({ ...noChoices, columns })).then(onUnderstood)}
    />
  ) : null;
  return (
    <>
      {summary.mapping?.isChosen ? mapping : null}
      <RecipientsErrors
        summary={summary}
        omitErrors={list.omitErrors}
        onOmit={recipients.setOmitErrors}
        onDownload={() => void downloadRejected(reader)}
      />
      {summary.mapping?.isChosen ? null : mapping}
      <NumberSuggestions
        locals={summary.locals}
        accepted={choices.mends}
        onChange={(change) => void recipients.choose((last) => ({ ...last, mends: change(last.mends) }))}
      />
      <RecipientsPreview
        summary={summary}
        typed={choices.cells}
        onType={(change) => void recipients.choose((last) => ({ ...last, cells: change(last.cells) }))}
      />
    </>
  );
}

export function RecipientsStep({ recipients }: { readonly recipients: Recipients }) {
  const { state } = recipients;
  const top = useRef<HTMLDivElement>(null);
  const understood = useRef<HTMLDivElement>(null);
  const shown = useRef(state.status);
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on at what came of it, and a screen reader reads that.
    const isAdrift = document.activeElement === document.body || document.activeElement === top.current;
    if (shown.current !== state.status && isAdrift) (understood.current ?? top.current)?.focus({ preventScroll: true });
    shown.current = state.status;
  }, [state.status]);
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      <RecipientsSource recipients={recipients} />
      {state.status === 'failed' ? <ProblemPanel title={state.name} problems={[state.message]} /> : null}
      {state.status === 'ready' ? (
        <div ref={understood} tabIndex={-1} className="flex flex-col gap-5 outline-none">
          <Understood recipients={recipients} state={state} onUnderstood={() => top.current?.focus()} />
        </div>
      ) : null}
    </div>
  );
}
