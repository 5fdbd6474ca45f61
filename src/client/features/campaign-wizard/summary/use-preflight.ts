/** The server's preflight of a campaign: how many recipients it would call if it started now, and at what cost. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiInput } from '../../../../contract/api.ts';
import type { CampaignEstimates, CampaignPreflight } from '../../../../contract/campaigns.ts';
import { call } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { workspaceKey } from '../../../api/query-keys.ts';
import { useTabState } from '../../../api/tab-state.ts';
import { specifiedEstimates } from './campaign-estimates.ts';
import type { Recipients } from '../recipients/use-recipients.ts';
import { hasSchedule, forecastInputOf, type WizardDraft } from '../draft/wizard-draft.ts';

/** Debounce delay in ms, so that a date typed digit by digit sends a single preflight request. */
const settleMs = 400;

export interface Preflight {
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

/** React hook that fetches the campaign's preflight while `enabled`, and again when its input changes. */
export function usePreflight(recipients: Recipients, draft: WizardDraft, enabled: boolean): Preflight {
  const { workspaceId, mismatched } = useTabState();
  const { state } = recipients;
  const order = JSON.stringify(forecastInputOf(draft));
  const settled = useSettled(order);
  const list = state.status === 'ready' ? state : null;
  const isAsked = enabled && list !== null && hasSchedule(draft) && !mismatched;
  const query = useQuery({
    queryKey: workspaceKey(workspaceId, 'preflightCampaign', { list: list?.version, settled }),
    queryFn: async ({ signal }) => {
      const phoneNumbers = (await list?.reader.readPhoneNumbers()) ?? new Blob(['[]']);
      const body = new Blob([settled.slice(0, -1), ',"phoneNumbers":', phoneNumbers, '}'], {
        type: 'application/json',
      });
      // The request body is a Blob of JSON, which call() sends unchanged; the cast satisfies its type.
      return call('preflightCampaign', { body: body as unknown as ApiInput<'preflightCampaign', 'body'>, signal });
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

/** React hook: estimates by the workspace's past calls; until they are loaded, those of the specification. */
export function useEstimates(preflight: Preflight): CampaignEstimates {
  const query = useApiQuery('getCampaignEstimates', {});
  return preflight.data?.estimates ?? query.data ?? specifiedEstimates;
}
