import { describe, expect, it } from 'vitest';
import { countFilters, isCalendarDay, readFilters, readPageSize, toListQuery } from './history-filters.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('readFilters', () => {
  it('reads every filter from the address', () => {
    const query =
      'fromDate=2026-11-01&toDate=2026-11-21&status=not_connected&sentiment=Negative&channelType=phone_call&agent=agent_1&origin=outbound&campaign=c1&name=Cobranzas';
    expect(read(query)).toEqual({
      fromDate: '2026-11-01',
      toDate: '2026-11-21',
      status: 'not_connected',
      sentiment: 'Negative',
      channelType: 'phone_call',
      agent: 'agent_1',
      origin: 'outbound',
      campaign: 'c1',
      name: 'Cobranzas',
    });
    expect(countFilters(read(query))).toBe(7);
  });

  it.each(['', 'status=all&sentiment=toString&channelType=fax&origin=&fromDate=ayer&toDate=2026-02-31'])(
    'takes nothing from %j',
    (query) => {
      expect(Object.values(read(query)).every((value) => value === null)).toBe(true);
      expect(countFilters(read(query))).toBe(0);
    },
  );

  it('offers page sizes 10, 20, 50 and 100, and 20 for anything else', () => {
    expect(['10', '20', '50', '100', '7', ''].map((size) => readPageSize(new URLSearchParams({ pageSize: size })))).toEqual([
      10, 20, 50, 100, 20, 20,
    ]);
  });
});

describe('isCalendarDay', () => {
  it('refuses days that do not exist and years still being typed', () => {
    expect(['2026-11-21', '1999-01-01', '2028-02-29'].every(isCalendarDay)).toBe(true);
    expect(['0002-11-21', '0202-11-21', '2026-13-01', '2027-02-29', '20266-01-01', '2026-1-1'].some(isCalendarDay)).toBe(false);
  });
});

describe('toListQuery', () => {
  it('cuts days in the workspace zone, the last one whole', () => {
    expect(toListQuery(read('fromDate=2026-11-01&toDate=2026-11-30'), buenosAires, 1, 20)).toEqual({
      fromDate: '2026-11-01T03:00:00.000Z',
      toDate: '2026-12-01T02:59:59.999Z',
      page: 1,
      pageSize: 20,
    });
  });

  it('sends what is set under the names of the API, and nothing else', () => {
    expect(toListQuery(read('status=ended&agent=agent_1&origin=web_call&campaign=c1&name=X'), buenosAires, 3, 50)).toEqual({
      status: 'ended',
      agentId: 'agent_1',
      origin: 'web_call',
      campaignId: 'c1',
      page: 3,
      pageSize: 50,
    });
  });
});
