/**
 * Upper half of the printed report: the change of the goal and success rates with its causes, six figures, and the
 * calls over time.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallVolumeBucket } from '../../../contract/analytics.ts';
import type { PeriodRateChangeCause } from '../../../contract/verdicts.ts';
import {
  analyticsLabels,
  callVolumeLabels,
  analyticsTileCallCountFormatters,
  analyticsTileLabels,
  analyticsTileNoDataReasonLabels,
  type AnalyticsTileName,
} from '../../../labels/analytics-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import { periodComparisonLabels } from '../../../labels/verdict-es.ts';
import { toDailyVolumeBars, toHourlyVolumeBars } from '../../features/analytics/daily-bars.ts';
import { computeAnalyticsTileFigures, type AnalyticsTileFigure } from '../../features/analytics/tile-figures.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { FigureComparisonNote } from '../../layout/comparison-note.tsx';
import { describeRateChange, getRateChangeVerdictLook } from '../../layout/verdict-parts.tsx';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ReportChart, ReportChartLegend } from './report-chart.tsx';
import { ReportSection } from './report-part.tsx';
import type { AnalyticsReportQueries } from './report-reads.ts';
import { selectTopRateChangeCauses, shortenNameInMiddle } from './report-rows.ts';

/** Longest agent name, in characters, that fits one line of the printed report together with two rates. */
const beforeRates = 22;

function nameOf(cause: PeriodRateChangeCause): string {
  if ('hour' in cause) return periodComparisonLabels.hour(cause.hour);
  return shortenNameInMiddle(
    formatAgentLabel({ ...cause, agentId: cause.agentId || null }, analyticsLabels.noAgent),
    beforeRates,
  );
}

export function ReportVerdictSection({ verdict: read }: { readonly verdict: AnalyticsReportQueries['verdict'] }) {
  const format = useRegionalFormat();
  const written = (rate: number | null) => (rate === null ? null : format.percent(rate));
  return (
    <ReportSection title={periodComparisonLabels.title} read={read}>
      {(verdict) => {
        const { Icon, ink, word } = getRateChangeVerdictLook(verdict.goal.movement);
        const causes = selectTopRateChangeCauses(verdict);
        return (
          <div className="report-verdict">
            <div>
              <p className={`report-word ${ink}`}>
                <Icon aria-hidden />
                {word}
              </p>
              <p>{describeRateChange('goal', verdict.goal, format)}</p>
              <p>{describeRateChange('success', verdict.success, format)}</p>
            </div>
            {causes.length === 0 ? null : (
              <div>
                <h4 className="report-small">{periodComparisonLabels.causes}</h4>
                <ul>
                  {causes.map((cause) => (
                    <li key={nameOf(cause)} className="report-cause">
                      <span>
                        {periodComparisonLabels.cause(
                          nameOf(cause),
                          written(cause.before.rate),
                          written(cause.now.rate),
                        )}
                      </span>
                      <span className="whitespace-nowrap">{format.change(cause.contribution, 'points')}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        );
      }}
    </ReportSection>
  );
}

/** The figures of the Analytics screen that its printed report includes. */
const shownTiles: ReadonlySet<AnalyticsTileName> = new Set([
  'totalCalls',
  'successfulCalls',
  'successRate',
  'averageCallDuration',
  'totalCallCost',
  'costPerSuccessfulCall',
]);

/** Maximum number of characters of a figure in normal font size that fit its column of the printed report. */
const inColumn = 14;

function lookOf(written: string | null): string {
  if (written === null) return 'report-unknown';
  return written.length > inColumn ? 'report-wide' : '';
}

function Figure({ figure }: { readonly figure: AnalyticsTileFigure }) {
  const format = useRegionalFormat();
  const { name, written, base } = figure;
  return (
    <div>
      <dt>{analyticsTileLabels[name]}</dt>
      <dd>
        <p className={classNames('report-value', lookOf(written))}>{written ?? noDataText}</p>
        <div className="report-small">
          <FigureComparisonNote {...figure} />
          <p>
            {written === null
              ? analyticsTileNoDataReasonLabels[name]
              : analyticsTileCallCountFormatters[name](format.count(base))}
          </p>
        </div>
      </dd>
    </div>
  );
}

export function ReportFiguresSection({ analytics }: Pick<AnalyticsReportQueries, 'analytics'>) {
  const format = useRegionalFormat();
  return (
    <ReportSection title={labels.figures} read={analytics}>
      {(data) => (
        <dl className="report-figures">
          {computeAnalyticsTileFigures(data, format).flatMap((figure) =>
            shownTiles.has(figure.name) ? [<Figure key={figure.name} figure={figure} />] : [],
          )}
        </dl>
      )}
    </ReportSection>
  );
}

function CallsByDay({ analytics }: Pick<AnalyticsReportQueries, 'analytics'>) {
  const format = useRegionalFormat();
  const bars = toDailyVolumeBars(analytics.data?.callsByDay ?? [], format);
  return (
    <ReportSection title={callVolumeLabels.byDay} note={<ReportChartLegend bars={bars} />} read={analytics}>
      {() => <ReportChart title={callVolumeLabels.byDay} bars={bars} places={bars.length} />}
    </ReportSection>
  );
}

function CallsByHour({ volume }: { readonly volume: UseQueryResult<CallVolumeBucket[]> }) {
  const format = useRegionalFormat();
  const bars = toHourlyVolumeBars(volume.data ?? [], format);
  return (
    <ReportSection title={callVolumeLabels.byHour} note={<ReportChartLegend bars={bars} />} read={volume}>
      {() => <ReportChart title={callVolumeLabels.byHour} bars={bars} places={Math.max(24, bars.length)} />}
    </ReportSection>
  );
}

export function ReportCallVolumeSection({ analytics, volume }: Pick<AnalyticsReportQueries, 'analytics' | 'volume'>) {
  return volume === null ? <CallsByDay analytics={analytics} /> : <CallsByHour volume={volume} />;
}
