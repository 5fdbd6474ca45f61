// Counts, shares, tooltip and places of the volume chart.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import {
  findNearestChartPointIndex,
  computeChartPlotArea,
  computeTooltipLeft,
  chartTooltipWidth,
  computeChartPointX,
  computeChartValueY,
} from '../../ui/chart-plot.ts';
import {
  countCallsInBuckets,
  findHighestSeriesCallCount,
  computeCallVolumeSeriesTotals,
  filterVisibleVolumeSeries,
  sumVolumeSeriesAtSameClockTime,
} from './volume-series.ts';
import { describeVolumeBucket, formatVolumeBucketTitle, buildVolumeTooltipRows } from './volume-texts.ts';

const format = createRegionalFormat(defaultRegionalSettings);

function bucket(
  inboundCalls: number,
  outboundCalls: number,
  webCalls: number,
  more: Partial<CallVolumeBucket> = {},
): CallVolumeBucket {
  const totalCalls = inboundCalls + outboundCalls + webCalls;
  return {
    time: '2026-11-21T17:00:00.000Z',
    intervalMinutes: 30,
    isHourMark: true,
    inboundCalls,
    outboundCalls,
    webCalls,
    totalCalls,
    ...more,
  };
}

const anyBucket = fc.tuple(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000)).map((counts) => bucket(...counts));

describe('the figures of the series', () => {
  it('add up to the total, and their shares to 100 unless there is nothing', () => {
    fc.assert(
      fc.property(fc.array(anyBucket), (buckets) => {
        const figures = computeCallVolumeSeriesTotals(buckets);
        const total = countCallsInBuckets(buckets);
        expect(figures.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        expect(figures.reduce((sum, { percentage }) => sum + percentage, 0)).toBeCloseTo(total === 0 ? 0 : 100, 8);
      }),
    );
  });

  it('show a line for what has calls and is not switched off, and the scale follows those', () => {
    const buckets = [bucket(3, 0, 1), bucket(7, 0, 2)];
    const shown = filterVisibleVolumeSeries(computeCallVolumeSeriesTotals(buckets), new Set(['inbound']));
    expect(shown.map(({ id, count, percentage }) => [id, count, Math.round(percentage)])).toEqual([['web', 3, 23]]);
    expect(findHighestSeriesCallCount(buckets, shown)).toBe(2);
    expect(findHighestSeriesCallCount(buckets, [])).toBe(0);
  });
});

describe('the same day a week before', () => {
  const at = (time: string, ...counts: [number, number, number]) => bucket(...counts, { time });
  const zone = 'Europe/Madrid';
  const today = [at('2026-10-26T08:00:00.000Z', 1, 0, 0), at('2026-10-26T08:30:00.000Z', 0, 0, 0)];

  it('stands at the same time of the clock, though that changed meanwhile, and counts the series that are shown', () => {
    const before = [at('2026-10-19T07:00:00.000Z', 2, 3, 4), at('2026-10-19T08:00:00.000Z', 50, 50, 50)];
    const shown = filterVisibleVolumeSeries(computeCallVolumeSeriesTotals(before), new Set(['web']));
    expect(sumVolumeSeriesAtSameClockTime(today, before, shown, zone)).toEqual([5, 0]);
  });

  it('has no line without calls', () => {
    expect(
      sumVolumeSeriesAtSameClockTime(
        today,
        [at('2026-10-19T07:00:00.000Z', 0, 0, 0)],
        computeCallVolumeSeriesTotals(today),
        zone,
      ),
    ).toEqual([]);
  });
});

describe('the tooltip', () => {
  const all = computeCallVolumeSeriesTotals([bucket(1, 1, 1)]);

  it('names the range of a part of a day, in the zone of the workspace, 30 minutes by default', () => {
    expect(formatVolumeBucketTitle(bucket(1, 0, 0), format)).toBe('14:00 - 14:30');
    expect(formatVolumeBucketTitle(bucket(1, 0, 0, { intervalMinutes: 60 }), format)).toBe('14:00 - 15:00');
    expect(formatVolumeBucketTitle(bucket(1, 0, 0, { intervalMinutes: 0 }), format)).toBe('14:00 - 14:30');
    const madrid = createRegionalFormat({ ...defaultRegionalSettings, timeZone: 'Europe/Madrid' });
    expect(formatVolumeBucketTitle(bucket(1, 0, 0), madrid)).toBe('18:00 - 18:30');
  });

  it('names the day of a day', () => {
    expect(
      formatVolumeBucketTitle(bucket(1, 0, 0, { intervalMinutes: 1440, time: '2026-11-21T03:00:00.000Z' }), format),
    ).toBe('21/11/2026');
  });

  it('has a line for each series that has calls, and says so when none has', () => {
    expect(buildVolumeTooltipRows(bucket(1, 0, 1_250), all, format).map(({ id, text }) => `${id} ${text}`)).toEqual([
      'inbound 1 llamada',
      'web 1.250 llamadas',
    ]);
    expect(describeVolumeBucket(bucket(2, 1, 0), all, format)).toBe(
      '14:00 - 14:30: Entrantes 2 llamadas, Salientes 1 llamada',
    );
    expect(describeVolumeBucket(bucket(0, 0, 0), all, format)).toBe('14:00 - 14:30: Sin llamadas');
  });
});

describe('the places of the plot', () => {
  const area = computeChartPlotArea(600, 256, 3);

  it('find every point by its own middle', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.nat(59),
        fc.integer({ min: 100, max: 2_000 }),
        (places, at, width) => {
          const index = at % places;
          const plot = computeChartPlotArea(width, 256, 2);
          expect(findNearestChartPointIndex(computeChartPointX(index, places, plot), places, places, plot)).toBe(index);
        },
      ),
    );
  });

  it('keep to the points there are, beside them too', () => {
    expect(findNearestChartPointIndex(-50, 10, 48, area)).toBe(0);
    expect(findNearestChartPointIndex(590, 10, 48, area)).toBe(9);
  });

  it('lift the count off the ground by its share of the highest', () => {
    expect(computeChartValueY(0, 4, area)).toBe(area.bottom);
    expect(computeChartValueY(4, 4, area)).toBe(area.top);
  });

  it('keep the tooltip inside', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: chartTooltipWidth, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (width, share) => {
          const left = computeTooltipLeft(share * width, width);
          expect(left).toBeGreaterThanOrEqual(0);
          expect(left + chartTooltipWidth).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
