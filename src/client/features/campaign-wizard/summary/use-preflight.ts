/** The server's preflight of a campaign: how many recipients it would call if it started now, and at what cost. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiRequestPart } from '../../../../contract/api.ts';
import type { CampaignEstimates, CampaignPreflight } from '../../../../contract/campaigns.ts';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { useTabWorkspaceState } from '../../../api/tab-state.ts';
import { defaultCampaignEstimates } from './campaign-estimates.ts';
import type { RecipientFileController } from '../recipients/use-recipients.ts';
import { isWizardScheduleComplete, buildCampaignForecastInput, type WizardDraft } from '../draft/wizard-draft.ts';

/** Debounce delay in ms, so that a date typed digit by digit sends a single preflight request. */
const settleMs = 400;

export interface CampaignPreflightState {
  readonly data: CampaignPreflight | null;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * React hook that fetches the server's preflight check of a planned campaign while `enabled`, and again after each
 * change of the plan.
 */
export function useCampaignPreflight(
  recipients: RecipientFileController,
  draft: WizardDraft,
  enabled: boolean,
): CampaignPreflightState {
  const { workspaceId, mismatched } = useTabWorkspaceState();
  const { state } = recipients;
  const order = JSON.stringify(buildCampaignForecastInput(draft));
  const settled = useSettled(order);
  const list = state.status === 'ready' ? state : null;
  const isAsked = enabled && list !== null && isWizardScheduleComplete(draft) && !mismatched;
  const query = useQuery({
    queryKey: getWorkspaceQueryKey(workspaceId, 'preflightCampaign', { list: list?.version, settled }),
    queryFn: async ({ signal }) => {
      const phoneNumbers = (await list?.reader.readPhoneNumbers()) ?? new Blob(['[]']);
      const body = new Blob([settled.slice(0, -1), ',"phoneNumbers":', phoneNumbers, '}'], {
        type: 'application/json',
      });
      // Cast the request body, because the type of `callApi` asks for an object, although it also sends a Blob of JSON
      // unchanged.
      return callApi('preflightCampaign', {
        body: body as unknown as ApiRequestPart<'preflightCampaign', 'body'>,
        signal,
      });
    },
    enabled: isAsked && settled === order,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    data: isAsked ? (query.data ?? null) : null,
    isLoading: isAsked && (query.isFetching || settled !== order),
    hasFailed: isAsked && query.isError && !query.isFetching,
    retry: () => void query.refetch(),
  };
}

/**
 * React hook that returns the expected cost per recipient and the expected recipients per minute. They come from the
 * preflight if it is loaded, otherwise from the workspace's past calls. While both load, default values are returned.
 */
export function useCampaignEstimates(preflight: CampaignPreflightState): CampaignEstimates {
  const query = useApiQuery('getCampaignEstimates', {});
  return preflight.data?.estimates ?? query.data ?? defaultCampaignEstimates;
}
