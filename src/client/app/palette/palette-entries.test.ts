import { Bot } from 'lucide-react';
import { expect, it } from 'vitest';
import { groupCommandPaletteEntries, type CommandPaletteEntry } from './palette-entries.ts';

const agent: CommandPaletteEntry = {
  id: 'agent:agent_0549ab',
  kind: 'agent',
  label: 'Cobranza 24',
  hint: '…0549ab',
  words: 'agent_0549ab',
  Icon: Bot,
  run: () => undefined,
};
const customer: CommandPaletteEntry = {
  id: 'customer:+5491150000',
  kind: 'customer',
  label: 'Ana',
  Icon: Bot,
  run: () => undefined,
};
const offered = (query: string) =>
  groupCommandPaletteEntries([agent], query, [], [customer]).flatMap(({ entries }) => entries);

const call: CommandPaletteEntry = { ...customer, id: 'call:1', kind: 'call' };
const search: CommandPaletteEntry = { ...customer, id: 'search', kind: 'search' };

it('ends with the search of the history, and offers a call once', () => {
  const groups = groupCommandPaletteEntries(
    [agent, { ...call, label: 'Cobranza' }],
    'cobranza',
    [],
    [customer, call, search],
  );
  expect(groups.flatMap(({ entries }) => entries.map(({ id }) => id))).toEqual([
    'call:1',
    'agent:agent_0549ab',
    'customer:+5491150000',
    'search',
  ]);
});

it('takes a number for a customer’s, not for a part of an id', () => {
  expect(offered('549')).toEqual([customer]);
  expect(offered('agent_0549')).toEqual([agent, customer]);
  expect(offered('24')).toEqual([agent, customer]);
});
