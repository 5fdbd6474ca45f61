/** Sends the campaign in one request, with one idempotency key for the wizard's whole run against repeated clicks. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ApiInput } from '../../../contract/api.ts';
import { wizardLabels } from '../../../labels/wizard-es.ts';
import { ApiError, hasCode, shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import type { RecipientReader } from './recipients/recipient-reader.ts';
import { optionsOf, originsOf, scheduleOf, agentChoiceOf, type WizardDraft } from './draft/wizard-draft.ts';

export interface CampaignOrder {
  readonly draft: WizardDraft;
  readonly reader: RecipientReader;
  readonly idempotencyKey: string;
}

/** The request's JSON. The worker writes the two large arrays, which are not parsed here. */
async function writeBody({ draft, reader }: CampaignOrder): Promise<Blob> {
  const { recipients, rejectedRows } = await reader.readPayload();
  const origins = originsOf(draft);
  const head = JSON.stringify({
    name: draft.name.trim(),
    phoneNumber: origins[0],
    ...(origins.length > 1 && { phoneNumbers: origins }),
    ...agentChoiceOf(draft),
    ...scheduleOf(draft),
    ...optionsOf(draft),
  });
  return new Blob([head.slice(0, -1), ',"recipients":', recipients, ',"rejectedRows":', rejectedRows, '}'], {
    type: 'application/json',
  });
}

/** True if a failed request may have created the campaign: no answer, or a server error. */
export const mayHaveBeenCreated = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/** True if an earlier request with this key created a campaign, from the draft of that time. */
export const wasAlreadyCreated = (error: unknown): boolean => hasCode(error, 'conflict');

interface CreateCampaignOptions {
  /** Called after the campaign was created, before the screen is left. */
  readonly onCreated: () => Promise<void>;
}

export function useCreateCampaign({ onCreated }: CreateCampaignOptions) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    onMutate: () => tabState().workspaceId,
    mutationFn: async (order: CampaignOrder) => {
      const body = await writeBody(order);
      return call('createCampaign', {
        // A Blob with the JSON that the contract demands; call() sends it unchanged.
        body: body as unknown as ApiInput<'createCampaign', 'body'>,
        headers: { 'idempotency-key': order.idempotencyKey },
      });
    },
    onSuccess: async (_created, _order, workspaceId) => {
      toast.good(wizardLabels.created);
      await onCreated();
      await client.invalidateQueries({ queryKey: workspaceKey(workspaceId, 'listCampaigns') });
    },
    onError: (error) => toast.bad(wizardLabels.createFailedTitle, shownMessage(error, wizardLabels.createFailedText)),
  });
  const id = create.data?.id;
  useEffect(() => {
    // A person who went to another screen in the meantime stays there.
    if (id !== undefined) navigate(paths.campaign(id));
  }, [id, navigate]);
  return create;
}
