/** Step 2: the recipients, what was understood of them and what is wrong. */
import { recipientsStepLabels as labels, readerMessages } from '../../../labels/wizard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { NumberSuggestions } from './number-suggestions.tsx';
import { ProblemPanel, RecipientsErrors } from './recipients-errors.tsx';
import { RecipientsPreview } from './recipients-preview.tsx';
import { RecipientsSource } from './recipients-source.tsx';
import type { RecipientReader } from './recipient-reader.ts';
import type { Recipients, RecipientsState } from './use-recipients.ts';

async function downloadRejected(reader: RecipientReader): Promise<void> {
  try {
    const url = URL.createObjectURL(await reader.readRejectedRowsCsv());
    const link = Object.assign(document.createElement('a'), { href: url, download: labels.errorsFileName });
    link.click();
    // The browser has begun to read it by the next turn.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    toast.bad(shownMessage(error, readerMessages.readerFailed));
  }
}

type Ready = Extract<RecipientsState, { status: 'ready' }>;

function Understood({ recipients, state }: { readonly recipients: Recipients; readonly state: Ready }) {
  const { summary, list, reader } = state;
  const { choices } = list;
  return (
    <>
      <RecipientsErrors
        summary={summary}
        omitErrors={list.omitErrors}
        onOmit={recipients.setOmitErrors}
        onDownload={() => void downloadRejected(reader)}
      />
      {summary.mapping ? (
        <ColumnMapping
          // What is proposed for one list says nothing about the next.
          key={`${list.name} ${summary.mapping.isChosen}`}
          mapping={summary.mapping}
          onChoose={(columns) => void recipients.choose({ ...choices, columns })}
        />
      ) : null}
      <NumberSuggestions
        summary={summary}
        accepted={choices.acceptSuggestions}
        onAccept={(acceptSuggestions) => void recipients.choose({ ...choices, acceptSuggestions })}
      />
      <RecipientsPreview summary={summary} />
    </>
  );
}

export function RecipientsStep({ recipients }: { readonly recipients: Recipients }) {
  const { state } = recipients;
  return (
    <div className="flex flex-col gap-5">
      <RecipientsSource recipients={recipients} />
      {state.status === 'failed' ? <ProblemPanel title={state.name} problems={[state.message]} /> : null}
      {state.status === 'ready' ? <Understood recipients={recipients} state={state} /> : null}
    </div>
  );
}
