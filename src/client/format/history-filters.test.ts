import { describe, expect, it } from 'vitest';
import {
  callFiltersByCopcMetric,
  callFiltersByFigure,
  makeWeekHourCallFilters,
  makeDisconnectionReasonCallFilters,
} from '../../contract/figure-lists.ts';
import { screenPaths } from '../paths.ts';
import {
  countActiveCallHistoryFilters,
  resolveCallHistoryFilterDays,
  readCallHistoryFiltersFromUrl,
  readCallHistoryPageSizeFromUrl,
  readCallHistorySortFromUrl,
  toCallFiltersQuery,
  canonicalizeCallListQuery,
} from './history-filters.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';
const read = (query: string) => readCallHistoryFiltersFromUrl(new URLSearchParams(query));

describe('readFilters', () => {
  it('reads every filter from the address', () => {
    const query =
      'fromDate=2026-11-01&toDate=2026-11-21&status=not_connected&sentiment=Negative&channelType=phone_call&agent=agent_1&origin=outbound&goal=missed&result=goal_missed&reason=de%7Cotro&attention=silence&measure=human&missed=complaintRate&complaintRate=yes&csatT=no&weekday=2&hour=00&campaign=c1&name=Cobranzas&q=+juan+p%C3%A9rez+';
    expect(read(query)).toEqual({
      days: null,
      fromDate: '2026-11-01',
      toDate: '2026-11-21',
      status: 'not_connected',
      sentiment: 'Negative',
      channelType: 'phone_call',
      agent: 'agent_1',
      origin: 'outbound',
      goal: 'missed',
      result: 'goal_missed',
      reason: 'de|otro',
      attention: 'silence',
      measure: 'human',
      missed: 'complaintRate',
      complaintRate: 'yes',
      rpcRate: null,
      conversionToCommitment: null,
      promiseKeptRate: null,
      csatT: 'no',
      qaPassRate: null,
      scriptCompliance: null,
      intentAccuracy: null,
      weekday: '2',
      hour: '0',
      campaign: 'c1',
      name: 'Cobranzas',
      q: 'juan pérez',
    });
    // Weekday and hour count as one filter.
    expect(countActiveCallHistoryFilters(read(query))).toBe(16);
    expect(countActiveCallHistoryFilters(read('hour=14'))).toBe(1);
  });

  it.each([
    '',
    'status=all&sentiment=toString&channelType=fax&origin=&fromDate=ayer&toDate=2026-02-31',
    'days=90d&missed=nada&q=+++',
    'complaintRate=quizas&aht=yes',
    'goal=si&result=bien&reason=&attention=ruido&weekday=8&hour=24',
    'weekday=0&hour=-1',
  ])('takes nothing from %j', (query) => {
    expect(Object.values(read(query)).every((value) => value === null)).toBe(true);
    expect(countActiveCallHistoryFilters(read(query))).toBe(0);
  });

  it('takes days that move on with the calendar in place of fixed ones', () => {
    expect(read('days=7d&fromDate=2026-11-01&toDate=2026-11-02')).toMatchObject({
      days: '7d',
      fromDate: null,
      toDate: null,
    });
  });

  it('sorts by date and duration, newest first unless told', () => {
    expect(
      ['-duration', 'duration', 'date', 'cost', ''].map((sort) =>
        readCallHistorySortFromUrl(new URLSearchParams({ sort })),
      ),
    ).toEqual(['-duration', 'duration', 'date', '-date', '-date']);
  });

  it('offers page sizes 10, 20, 50 and 100, and 20 for anything else', () => {
    expect(
      ['10', '20', '50', '100', '7', ''].map((size) =>
        readCallHistoryPageSizeFromUrl(new URLSearchParams({ pageSize: size })),
      ),
    ).toEqual([10, 20, 50, 100, 20, 20]);
  });
});

describe('filteredDays', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['7d', '2026-11-15', '2026-11-21'],
    ['30d', '2026-10-23', '2026-11-21'],
  ])('%s ends today in the workspace zone, not in UTC', (days, fromDate, toDate) => {
    expect(resolveCallHistoryFilterDays(read(`days=${days}`), buenosAires, new Date('2026-11-22T02:59:00Z'))).toEqual({
      fromDate,
      toDate,
    });
  });
});

describe('toCallFilters', () => {
  it('cuts days in the workspace zone, the last one whole', () => {
    expect(toCallFiltersQuery(read('fromDate=2026-11-01&toDate=2026-11-30'), buenosAires)).toEqual({
      fromDate: '2026-11-01T03:00:00.000Z',
      toDate: '2026-12-01T02:59:59.999Z',
    });
  });

  it('sends what is set under the names of the API, and nothing else', () => {
    expect(
      toCallFiltersQuery(
        read(
          'status=ended&agent=agent_1&origin=web_call&goal=reached&reason=dial_busy&weekday=7&hour=0&campaign=c1&name=X&q=hola',
        ),
        buenosAires,
        'duration',
      ),
    ).toEqual({
      status: 'ended',
      agentId: 'agent_1',
      origin: 'web_call',
      goal: 'reached',
      reason: 'dial_busy',
      weekday: 7,
      hour: 0,
      campaignId: 'c1',
      q: 'hola',
      sort: 'duration',
    });
  });
});

describe('the list of a figure', () => {
  it('arrives at the API as the table of figures has it', () => {
    for (const list of [
      ...Object.values(callFiltersByFigure),
      ...Object.values(callFiltersByCopcMetric),
      makeDisconnectionReasonCallFilters('dial_busy'),
      makeWeekHourCallFilters(1, 0),
    ]) {
      expect(toCallFiltersQuery(read(screenPaths.callHistory(list).split('?')[1] ?? ''), buenosAires)).toEqual(list);
    }
  });
});

describe('viewSearch', () => {
  it('is the same for addresses that show the same list, whatever their order, page and defaults', () => {
    const one = new URLSearchParams('page=4&q=hola&status=ended&sort=-date&pageSize=20&utm=x');
    const other = new URLSearchParams('status=ended&q=hola+');
    expect(canonicalizeCallListQuery(one)).toBe(canonicalizeCallListQuery(other));
    expect(canonicalizeCallListQuery(one)).toBe('status=ended&q=hola');
  });

  it('keeps order and page size where they differ from the usual', () => {
    expect(canonicalizeCallListQuery(new URLSearchParams('pageSize=50&sort=-duration&days=7d'))).toBe(
      'days=7d&sort=-duration&pageSize=50',
    );
  });
});
