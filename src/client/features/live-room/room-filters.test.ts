import { expect, it } from 'vitest';
import { buildActiveCall } from '../../testing/factories.ts';
import {
  formatLiveCallFilter,
  matchesLiveCallFilters,
  listLiveCallFilterOptions,
  readLiveCallFiltersFromUrl,
} from './room-filters.ts';
import { toLiveCallRowData } from './room-rows.ts';

const campaignId = '00000000-0000-4000-8000-0000000000c1';
const calls = [
  buildActiveCall({
    id: 'a',
    agentId: 'agent_b',
    agentName: 'Bruno',
    direction: 'outbound',
    campaignId,
    campaignName: 'Otoño',
  }),
  buildActiveCall({ id: 'b', agentId: 'agent_a', agentName: 'Ana' }),
  buildActiveCall({ id: 'c', agentId: 'agent_a', agentName: 'Ana', startTimestamp: null }),
];
const now = Date.parse('2026-11-21T12:06:00.000Z');
const rows = calls.map((call) => toLiveCallRowData(call, now, { longWaitSeconds: 300 }));
const fitting = (search: string) =>
  rows
    .filter((row) => matchesLiveCallFilters(row, readLiveCallFiltersFromUrl(new URLSearchParams(search))))
    .map(({ call }) => call.id);

it('keeps the rows that fit all filters of the address', () => {
  expect(fitting('')).toEqual(['a', 'b', 'c']);
  expect(fitting('agent=agent_a')).toEqual(['b', 'c']);
  expect(fitting('agent=agent_a&attention=1')).toEqual(['c']);
  expect(fitting(`campaign=${campaignId}`)).toEqual(['a']);
  expect(fitting('origin=inbound')).toEqual(['b', 'c']);
  expect(fitting('origin=sideways&attention=maybe')).toEqual(['a', 'b', 'c']);
});

it('offers what is under way, by name, with how many calls have it', () => {
  expect(listLiveCallFilterOptions('agent', calls)).toEqual([
    { value: 'agent_a', label: 'Ana', calls: 2 },
    { value: 'agent_b', label: 'Bruno', calls: 1 },
  ]);
  expect(listLiveCallFilterOptions('campaign', calls)).toEqual([{ value: campaignId, label: 'Otoño', calls: 1 }]);
});

it('says a filter in words, also where no call has it any more', () => {
  expect(formatLiveCallFilter('agent', 'agent_a', calls)).toBe('Agente: Ana');
  expect(formatLiveCallFilter('agent', 'agent_9999', [])).toBe('Agente: Agente 9999');
  expect(formatLiveCallFilter('campaign', campaignId, [])).toBe('Campaña: Campaña sin llamadas en curso');
  expect(formatLiveCallFilter('origin', 'inbound', [])).toBe('Dirección: Entrante');
  expect(formatLiveCallFilter('attention', '1', calls)).toBe('Requieren atención');
});
