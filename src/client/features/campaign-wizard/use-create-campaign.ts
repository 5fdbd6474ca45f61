/** Sends the campaign: one request, one key for the whole run of the wizard, so that a repeated click makes one campaign. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ApiInput } from '../../../contract/api.ts';
import { wizardLabels } from '../../../labels/wizard-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import type { RecipientReader } from './recipient-reader.ts';
import type { WizardDraft } from './wizard-draft.ts';

export interface CampaignOrder {
  readonly draft: WizardDraft;
  readonly agentId: string | null;
  readonly reader: RecipientReader;
}

/** Random, and not crypto.randomUUID, which plain http addresses of an office network don't have. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The request's JSON. The two big arrays come written from the worker and are not parsed here. */
async function writeBody({ draft, agentId, reader }: CampaignOrder): Promise<Blob> {
  const { recipients, rejectedRows } = await reader.readPayload();
  const isScheduled = draft.sendOption === 'scheduled';
  const head = JSON.stringify({
    name: draft.name.trim(),
    successDefinition: draft.successDefinition.trim(),
    phoneNumber: draft.phoneNumber,
    agentId,
    sendOption: draft.sendOption,
    scheduledDate: isScheduled ? draft.scheduledDate : null,
    scheduledTime: isScheduled ? draft.scheduledTime : null,
  });
  return new Blob([head.slice(0, -1), ',"recipients":', recipients, ',"rejectedRows":', rejectedRows, '}'], { type: 'application/json' });
}

export function useCreateCampaign() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [idempotencyKey] = useState(createKey);
  return useMutation({
    mutationFn: async (order: CampaignOrder) => {
      const body = await writeBody(order);
      return call('createCampaign', {
        // A Blob of the JSON that the contract wants; call() sends it as it is.
        body: body as unknown as ApiInput<'createCampaign', 'body'>,
        headers: { 'idempotency-key': idempotencyKey },
      });
    },
    onSuccess: async () => {
      toast.good(wizardLabels.created);
      await client.invalidateQueries({ queryKey: workspaceKey(tabState().workspaceId, 'listCampaigns') });
      navigate(paths.dashboard());
    },
    onError: (error) => toast.bad(wizardLabels.createFailedTitle, shownMessage(error, wizardLabels.createFailedText)),
  });
}
