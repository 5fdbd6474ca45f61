/** Creates the campaign in one request, whose idempotency key prevents a second campaign after repeated clicks. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ApiRequestPart } from '../../../contract/api.ts';
import { campaignWizardLabels } from '../../../labels/wizard-es.ts';
import { ApiError, isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { screenPaths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import type { RecipientFileReader } from './recipients/recipient-reader.ts';
import {
  pickCampaignOptions,
  getWizardDraftOriginNumbers,
  buildCampaignScheduleRequestFields,
  buildCampaignAgentRequestFields,
  type WizardDraft,
} from './draft/wizard-draft.ts';

export interface CreateCampaignInput {
  readonly draft: WizardDraft;
  readonly reader: RecipientFileReader;
  readonly idempotencyKey: string;
}

/** JSON body of the request to create a campaign. Its two large arrays come from the Web Worker as finished JSON. */
async function writeBody({ draft, reader }: CreateCampaignInput): Promise<Blob> {
  const { recipients, rejectedRows } = await reader.readPayload();
  const origins = getWizardDraftOriginNumbers(draft);
  const head = JSON.stringify({
    name: draft.name.trim(),
    phoneNumber: origins[0],
    ...(origins.length > 1 && { phoneNumbers: origins }),
    ...buildCampaignAgentRequestFields(draft),
    ...buildCampaignScheduleRequestFields(draft),
    ...pickCampaignOptions(draft),
  });
  return new Blob([head.slice(0, -1), ',"recipients":', recipients, ',"rejectedRows":', rejectedRows, '}'], {
    type: 'application/json',
  });
}

/** True if a failed request may have created the campaign: it got no response, or a server error. */
export const mayFailedRequestHaveCreatedCampaign = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500;

/** True if a request with this idempotency key already created a campaign, from another version of the draft. */
export const isCampaignAlreadyCreatedError = (error: unknown): boolean => isApiErrorWithCode(error, 'conflict');

interface CreateCampaignOptions {
  /** Callback that runs after the campaign was created and before its page opens. */
  readonly onCreated: () => Promise<void>;
}

export function useCreateCampaign({ onCreated }: CreateCampaignOptions) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    onMutate: () => getTabWorkspaceState().workspaceId,
    mutationFn: async (order: CreateCampaignInput) => {
      const body = await writeBody(order);
      return callApi('createCampaign', {
        // The request body is a Blob of JSON, which callApi sends unchanged. The cast is needed, because the
        // parameter's type asks for an object.
        body: body as unknown as ApiRequestPart<'createCampaign', 'body'>,
        headers: { 'idempotency-key': order.idempotencyKey },
      });
    },
    onSuccess: async (_created, _order, workspaceId) => {
      toast.good(campaignWizardLabels.created);
      await onCreated();
      await client.invalidateQueries({ queryKey: getWorkspaceQueryKey(workspaceId, 'listCampaigns') });
    },
    onError: (error) =>
      toast.bad(
        campaignWizardLabels.createFailedTitle,
        getRequestErrorText(error, campaignWizardLabels.createFailedText),
      ),
  });
  const id = create.data?.id;
  useEffect(() => {
    // Navigate in an effect, because an effect does not run if the user has meanwhile left the wizard. The user then
    // stays on the other screen.
    if (id !== undefined) navigate(screenPaths.campaign(id));
  }, [id, navigate]);
  return create;
}
