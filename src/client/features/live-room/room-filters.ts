/** Filters of the list of live calls, stored in the URL. Their options are values of the calls in progress. Pure. */
import type { CallSummary } from '../../../contract/calls.ts';
import { callDirectionLabels } from '../../../labels/es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { liveCallsPageLabels, liveCallFilterLabels as labels } from '../../../labels/live-room-es.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import type { LiveCallRowData } from './room-rows.ts';

/** Names of the live call filters in the order of their list. */
export const liveCallFilterNames = ['attention', 'agent', 'campaign', 'origin'] as const;
export type LiveCallFilterName = (typeof liveCallFilterNames)[number];
export type LiveCallFilters = Readonly<Record<LiveCallFilterName, string | null>>;

export const attentionFilterValue = '1';

export function readLiveCallFiltersFromUrl(search: URLSearchParams): LiveCallFilters {
  const read = (name: LiveCallFilterName) => search.get(name) || null;
  return {
    attention: read('attention') === attentionFilterValue ? attentionFilterValue : null,
    agent: read('agent'),
    campaign: read('campaign'),
    origin: findLabelEntry(callDirectionLabels, read('origin') ?? '') === undefined ? null : read('origin'),
  };
}

export function matchesLiveCallFilters(
  { call, marks }: LiveCallRowData,
  { attention, agent, campaign, origin }: LiveCallFilters,
): boolean {
  return (
    (attention === null || marks.length > 0) &&
    (agent === null || call.agentId === agent) &&
    (campaign === null || call.campaignId === campaign) &&
    (origin === null || call.direction === origin)
  );
}

type ChoiceName = Exclude<LiveCallFilterName, 'attention'>;

const valueOf: Readonly<Record<ChoiceName, (call: CallSummary) => string | null>> = {
  agent: ({ agentId }) => agentId,
  campaign: ({ campaignId, campaignName }) => (campaignName === null ? null : campaignId),
  origin: ({ direction }) => direction,
};
const wordOf: Readonly<Record<ChoiceName, (call: CallSummary) => string>> = {
  agent: (call) => formatAgentLabel(call, liveCallsPageLabels.noAgent),
  campaign: ({ campaignName }) => campaignName ?? '',
  origin: ({ direction }) => callDirectionLabels[direction],
};

export interface LiveCallFilterOption {
  readonly value: string;
  readonly label: string;
  readonly calls: number;
}

/** Options of a live call filter: the values that occur in the calls in progress, sorted by label. */
export function listLiveCallFilterOptions(name: ChoiceName, calls: readonly CallSummary[]): LiveCallFilterOption[] {
  const options = new Map<string, LiveCallFilterOption>();
  for (const call of calls) {
    const value = valueOf[name](call);
    if (value === null) continue;
    options.set(value, { value, label: wordOf[name](call), calls: (options.get(value)?.calls ?? 0) + 1 });
  }
  return [...options.values()].sort((left, right) => left.label.localeCompare(right.label, 'es'));
}

/** Text of an active live call filter: 'Agente: Sofía'. If no call has the value, the text shows the raw value. */
export function formatLiveCallFilter(name: LiveCallFilterName, value: string, calls: readonly CallSummary[]): string {
  if (name === 'attention') return labels.attention;
  const word = listLiveCallFilterOptions(name, calls).find((option) => option.value === value)?.label;
  const fallback = {
    agent: () => formatAgentLabel({ agentId: value, agentName: null }, liveCallsPageLabels.noAgent),
    campaign: () => labels.noCampaign,
    origin: () => findLabelEntry(callDirectionLabels, value) ?? value,
  };
  return filterRowLabels.chip(labels[name], word ?? fallback[name]());
}
