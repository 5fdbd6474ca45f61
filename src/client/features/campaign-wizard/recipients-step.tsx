/** Step 2: the recipients, what was understood of them and what is wrong. */
import { recipientsStepLabels as labels, readerMessages } from '../../../labels/wizard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { toast } from '../../ui/toast.ts';
import { ProblemPanel, RecipientsErrors } from './recipients-errors.tsx';
import { RecipientsPreview } from './recipients-preview.tsx';
import { RecipientsSource } from './recipients-source.tsx';
import type { RecipientReader } from './recipient-reader.ts';
import type { Recipients } from './use-recipients.ts';

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

export function RecipientsStep({ recipients }: { readonly recipients: Recipients }) {
  const { state, omitErrors, setOmitErrors } = recipients;
  return (
    <div className="flex flex-col gap-5">
      <RecipientsSource recipients={recipients} />
      {state.status === 'failed' ? <ProblemPanel title={state.name} problems={[state.message]} /> : null}
      {state.status === 'ready' ? (
        <>
          <RecipientsErrors summary={state.summary} omitErrors={omitErrors} onOmit={setOmitErrors} onDownload={() => void downloadRejected(state.reader)} />
          <RecipientsPreview summary={state.summary} />
        </>
      ) : null}
    </div>
  );
}
