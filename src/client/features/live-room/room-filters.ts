/** Filters of the list of live calls, stored in the URL. Their options are values of the calls in progress. Pure. */
import type { CallSummary } from '../../../contract/calls.ts';
import { directionLabels } from '../../../labels/es.ts';
import { filterRowLabels } from '../../../labels/filter-row-es.ts';
import { known } from '../../../labels/known.ts';
import { liveRoomLabels, roomFilterLabels as labels } from '../../../labels/live-room-es.ts';
import { agentLabel } from '../../format/calls.ts';
import type { RoomRow } from './room-rows.ts';

/** Names of the live call filters in the order of their list. */
export const roomFilterNames = ['attention', 'agent', 'campaign', 'origin'] as const;
export type RoomFilterName = (typeof roomFilterNames)[number];
export type RoomFilters = Readonly<Record<RoomFilterName, string | null>>;

export const attentionValue = '1';

export function readRoomFilters(search: URLSearchParams): RoomFilters {
  const read = (name: RoomFilterName) => search.get(name) || null;
  return {
    attention: read('attention') === attentionValue ? attentionValue : null,
    agent: read('agent'),
    campaign: read('campaign'),
    origin: known(directionLabels, read('origin') ?? '') === undefined ? null : read('origin'),
  };
}

export function matchesRoomFilters(
  { call, marks }: RoomRow,
  { attention, agent, campaign, origin }: RoomFilters,
): boolean {
  return (
    (attention === null || marks.length > 0) &&
    (agent === null || call.agentId === agent) &&
    (campaign === null || call.campaignId === campaign) &&
    (origin === null || call.direction === origin)
  );
}

type ChoiceName = Exclude<RoomFilterName, 'attention'>;

const valueOf: Readonly<Record<ChoiceName, (call: CallSummary) => string | null>> = {
  agent: ({ agentId }) => agentId,
  campaign: ({ campaignId, campaignName }) => (campaignName === null ? null : campaignId),
  origin: ({ direction }) => direction,
};
const wordOf: Readonly<Record<ChoiceName, (call: CallSummary) => string>> = {
  agent: (call) => agentLabel(call, liveRoomLabels.noAgent),
  campaign: ({ campaignName }) => campaignName ?? '',
  origin: ({ direction }) => directionLabels[direction],
};

export interface RoomOption {
  readonly value: string;
  readonly label: string;
  readonly calls: number;
}

/** Options of a live call filter: the values that occur in the calls in progress, sorted by label. */
export function roomFilterOptions(name: ChoiceName, calls: readonly CallSummary[]): RoomOption[] {
  const options = new Map<string, RoomOption>();
  for (const call of calls) {
    const value = valueOf[name](call);
    if (value === null) continue;
    options.set(value, { value, label: wordOf[name](call), calls: (options.get(value)?.calls ?? 0) + 1 });
  }
  return [...options.values()].sort((left, right) => left.label.localeCompare(right.label, 'es'));
}

/** Text of an active live call filter: 'Agente: Sofía'. If no call has the value, the text shows the raw value. */
export function roomFilterText(name: RoomFilterName, value: string, calls: readonly CallSummary[]): string {
  if (name === 'attention') return labels.attention;
  const word = roomFilterOptions(name, calls).find((option) => option.value === value)?.label;
  const fallback = {
    agent: () => agentLabel({ agentId: value, agentName: null }, liveRoomLabels.noAgent),
    campaign: () => labels.noCampaign,
    origin: () => known(directionLabels, value) ?? value,
  };
  return filterRowLabels.chip(labels[name], word ?? fallback[name]());
}
