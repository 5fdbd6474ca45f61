// The reasons why a call is in a list, from the list's address.
import { expect, it } from 'vitest';
import { describeActiveFilters } from './filter-options.ts';
import { readCallHistoryFiltersFromUrl } from './history-filters.ts';

const reasonsIn = (search: string) => describeActiveFilters(readCallHistoryFiltersFromUrl(new URLSearchParams(search)));

it('says what the list counts of each call, and neither its days nor its agent', () => {
  expect(reasonsIn('fromDate=2026-11-20&toDate=2026-11-21&agent=agent_a&complaintRate=yes')).toEqual(['Queja = Sí']);
  expect(reasonsIn('days=7d&missed=connectRate&origin=outbound')).toEqual([
    'Dirección: Salientes',
    'No cumple: Tasa de conexión',
  ]);
  expect(reasonsIn('measure=judged&hour=14')).toEqual(['Cuenta: Con objetivo conocido', '14 h']);
  expect(reasonsIn('weekday=2&hour=14&result=machine')).toEqual(['Resultado: Contestador', 'Martes, 14 h']);
  expect(reasonsIn('days=7d&agent=agent_a')).toEqual([]);
});
