/** Creates the campaign in one request, whose idempotency key prevents a second campaign after repeated clicks. */
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
import { optionsOf, originNumbersOf, scheduleOf, agentChoiceOf, type WizardDraft } from './draft/wizard-draft.ts';

export interface CreateCampaignInput {
  readonly draft: WizardDraft;
  readonly reader: RecipientReader;
  readonly idempotencyKey: string;
}

/** JSON body of the request to create a campaign. Its two large arrays come from the Web Worker as finished JSON. */
async function writeBody({ draft, reader }: CreateCampaignInput): Promise<Blob> {
  const { recipients, rejectedRows } = await reader.readPayload();
  const origins = originNumbersOf(draft);
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

/** True if a failed request may have created the campaign: it got no response, or a server error. */
export const mayHaveBeenCreated = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 500;

/** True if a request with this idempotency key already created a campaign, from another version of the draft. */
export const wasAlreadyCreated = (error: unknown): boolean => hasCode(error, 'conflict');

interface CreateCampaignOptions {
  /** Called after the campaign was created, before its page opens. */
  readonly onCreated: () => Promise<void>;
}

export function useCreateCampaign({ onCreated }: CreateCampaignOptions) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    onMutate: () => tabState().workspaceId,
    mutationFn: async (order: CreateCampaignInput) => {
      const body = await writeBody(order);
      return call('createCampaign', {
        // The request body is a Blob of JSON, which call() sends unchanged; the cast satisfies its type.
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
    // Navigate in an effect, so that a user who left the wizard meanwhile stays where they are.
    if (id !== undefined) navigate(paths.campaign(id));
  }, [id, navigate]);
  return create;
}
