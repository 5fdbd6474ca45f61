/** Stores the wizard's draft as it changes, sends it with its idempotency key, and deletes it after success. */
import { useState } from 'react';
import type { StoredDraftKey } from '../../session/kept-work.ts';
import { createRandomId } from './draft/random-id.ts';
import { mayFailedRequestHaveCreatedCampaign, useCreateCampaign } from './use-create-campaign.ts';
import { useWizardDraftStorage } from './draft/use-keeping.ts';
import type { RecipientFileController } from './recipients/use-recipients.ts';
import type { InitialWizardContent } from './draft/use-wizard-start.ts';
import type { WizardDraft } from './draft/wizard-draft.ts';

interface SendingInput {
  readonly place: StoredDraftKey;
  readonly start: InitialWizardContent;
  readonly draft: WizardDraft;
  readonly recipients: RecipientFileController;
  /** True if the wizard has any input, so that its draft is worth storing. */
  readonly isTouched: boolean;
}

export function useWizardDraftSubmission({ place, start, draft, recipients, isTouched }: SendingInput) {
  const [idempotencyKey, setIdempotencyKey] = useState(start.work.idempotencyKey);
  const [isSending, setSending] = useState(start.work.isSending);
  const { list, state } = recipients;
  const work = { draft, origin: start.work.origin, idempotencyKey, isSending, list };
  const keeping = useWizardDraftStorage(place, isTouched ? work : null, start.restored);
  const create = useCreateCampaign({ onCreated: keeping.finish });
  const isBusy = create.isPending || create.isSuccess;

  function sendAs(key: string): void {
    if (isBusy || state.status !== 'ready') return;
    setSending(true);
    create.mutate(
      { draft, reader: state.reader, idempotencyKey: key },
      { onError: (error) => setSending(mayFailedRequestHaveCreatedCampaign(error)) },
    );
  }

  return {
    keeping,
    isBusy,
    isSent: create.isSuccess,
    error: create.error,
    send: () => sendAs(idempotencyKey),
    /**
     * Sends the draft with a new idempotency key, so that the server creates a second campaign although it already
     * created one from this draft.
     */
    sendAnother: () => {
      const key = createRandomId();
      setIdempotencyKey(key);
      sendAs(key);
    },
  };
}
