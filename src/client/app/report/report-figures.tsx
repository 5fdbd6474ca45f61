/** Upper half of the printed report: the verdict with its causes, six figures, and the calls over time. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { VolumeBucket } from '../../../contract/analytics.ts';
import type { VerdictCause } from '../../../contract/verdicts.ts';
import {
  analyticsLabels,
  dailyLabels,
  tileBases,
  tileLabels,
  tileReasons,
  type TileName,
} from '../../../labels/analytics-es.ts';
import { noDataText } from '../../../labels/common-es.ts';
import { reportPageLabels as labels } from '../../../labels/report-es.ts';
import { verdictLabels } from '../../../labels/verdict-es.ts';
import { barsOfDays, barsOfHours } from '../../features/analytics/daily-bars.ts';
import { tileFigures, type TileFigure } from '../../features/analytics/tile-figures.ts';
import { agentLabel } from '../../format/calls.ts';
import { ComparisonNote } from '../../layout/comparison-note.tsx';
import { rateSentence, verdictLook } from '../../layout/verdict-parts.tsx';
import { useFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { ReportChart, ReportLegend } from './report-chart.tsx';
import { ReportPart } from './report-part.tsx';
import type { ReportReads } from './report-reads.ts';
import { selectTopCauses, shortenMiddle } from './report-rows.ts';

/** Maximum number of characters of an agent's name that fit one line of the report beside two rates. */
const beforeRates = 22;

function nameOf(cause: VerdictCause): string {
  if ('hour' in cause) return verdictLabels.hour(cause.hour);
  return shortenMiddle(agentLabel({ ...cause, agentId: cause.agentId || null }, analyticsLabels.noAgent), beforeRates);
}

export function VerdictPart({ verdict: read }: { readonly verdict: ReportReads['verdict'] }) {
  const format = useFormat();
  const written = (rate: number | null) => (rate === null ? null : format.percent(rate));
  return (
    <ReportPart title={verdictLabels.title} read={read}>
      {(verdict) => {
        const { Icon, ink, word } = verdictLook(verdict.goal.movement);
        const causes = selectTopCauses(verdict);
        return (
          <div className="report-verdict">
            <div>
              <p className={`report-word ${ink}`}>
                <Icon aria-hidden />
                {word}
              </p>
              <p>{rateSentence('goal', verdict.goal, format)}</p>
              <p>{rateSentence('success', verdict.success, format)}</p>
            </div>
            {causes.length === 0 ? null : (
              <div>
                <h4 className="report-small">{verdictLabels.causes}</h4>
                <ul>
                  {causes.map((cause) => (
                    <li key={nameOf(cause)} className="report-cause">
                      <span>
                        {verdictLabels.cause(nameOf(cause), written(cause.before.rate), written(cause.now.rate))}
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
    </ReportPart>
  );
}

/** The figures of the Analytics screen that its printed report includes. */
const shownTiles: ReadonlySet<TileName> = new Set([
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

function Figure({ figure }: { readonly figure: TileFigure }) {
  const format = useFormat();
  const { name, written, base } = figure;
  return (
    <div>
      <dt>{tileLabels[name]}</dt>
      <dd>
        <p className={classNames('report-value', lookOf(written))}>{written ?? noDataText}</p>
        <div className="report-small">
          <ComparisonNote {...figure} />
          <p>{written === null ? tileReasons[name] : tileBases[name](format.count(base))}</p>
        </div>
      </dd>
    </div>
  );
}

export function FiguresPart({ analytics }: Pick<ReportReads, 'analytics'>) {
  const format = useFormat();
  return (
    <ReportPart title={labels.figures} read={analytics}>
      {(data) => (
        <dl className="report-figures">
          {tileFigures(data, format).flatMap((figure) =>
            shownTiles.has(figure.name) ? [<Figure key={figure.name} figure={figure} />] : [],
          )}
        </dl>
      )}
    </ReportPart>
  );
}

function CallsByDay({ analytics }: Pick<ReportReads, 'analytics'>) {
  const format = useFormat();
  const bars = barsOfDays(analytics.data?.callsByDay ?? [], format);
  return (
    <ReportPart title={dailyLabels.byDay} note={<ReportLegend bars={bars} />} read={analytics}>
      {() => <ReportChart title={dailyLabels.byDay} bars={bars} places={bars.length} />}
    </ReportPart>
  );
}

function CallsByHour({ volume }: { readonly volume: UseQueryResult<VolumeBucket[]> }) {
  const format = useFormat();
  const bars = barsOfHours(volume.data ?? [], format);
  return (
    <ReportPart title={dailyLabels.byHour} note={<ReportLegend bars={bars} />} read={volume}>
      {() => <ReportChart title={dailyLabels.byHour} bars={bars} places={Math.max(24, bars.length)} />}
    </ReportPart>
  );
}

export function CallsPart({ analytics, volume }: Pick<ReportReads, 'analytics' | 'volume'>) {
  return volume === null ? <CallsByDay analytics={analytics} /> : <CallsByHour volume={volume} />;
}
