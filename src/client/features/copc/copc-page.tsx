/**
 * Page /copc-metrics: quality metrics of a time range with their targets. Filters, tab and open dialog are in the URL.
 */
import { Download, ListFilter, SlidersHorizontal } from 'lucide-react';
import { Link } from 'wouter';
import type { CopcReport } from '../../../contract/copc.ts';
import type { ComparedDayRanges } from '../../../contract/figure-range.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { copcLabels as labels } from '../../../labels/copc-es.ts';
import { copcSourcesGuideLabels } from './copc-help-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useCopcMetrics } from '../../api/queries.ts';
import { ActiveHelpBadge } from '../../help/help-toggle.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageHeaderActions } from '../../layout/header-actions.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { FigureRangeFilters, useFigureRangeFromUrl } from '../../layout/figure-filters.tsx';
import { saveCsvFile } from '../../layout/save-csv.ts';
import { PrintButton } from '../../layout/print-button.tsx';
import { PrintedReportHeader, usePrintedReportHeading } from '../../layout/report-header.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import {
  buildCopcUrl,
  copcPeriodOptions,
  copcTabNames,
  readOpenCopcMetricFromUrl,
  readCopcTabFromUrl,
  toCopcReportQuery,
  type CopcDateRange,
} from './copc-address.ts';
import { CopcHealthScoreCard } from './health-card.tsx';
import { CopcMetricCards } from './metric-cards.tsx';
import { buildCopcMetricDisplay } from './metric-figures.ts';
import { CopcDataSourcesGuide } from './sources-guide.tsx';

const metricDialog = createLazyComponent(() => import('./metric-dialog.tsx'));
metricDialog.preload();

const stack = 'flex flex-col gap-4 xl:gap-6 print:block print:space-y-4';
const isEmpty = (report: CopcReport): boolean => copcMetrics.every((metric) => report[metric].value === null);

interface OutsideProps {
  readonly report: CopcReport | undefined;
  readonly onlyMissed: boolean;
  readonly onChange: (onlyMissed: boolean) => void;
}

/** Toggle '6 de 19 fuera de objetivo', which shows only the quality metrics that miss their target. */
function Outside({ report, onlyMissed, onChange }: OutsideProps) {
  const format = useRegionalFormat();
  const views = report ? copcMetrics.map((metric) => buildCopcMetricDisplay(report, metric, format)) : [];
  const known = views.filter(({ isMet }) => isMet !== null).length;
  const missed = views.filter(({ isMet }) => isMet === false).length;
  const unknown = copcMetrics.length - known;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      {known === 0 ? null : (
        <>
          <Button
            size="small"
            aria-pressed={onlyMissed}
            className={classNames(onlyMissed && 'border-accent bg-accent-soft text-accent-text')}
            onClick={() => onChange(!onlyMissed)}
          >
            <ListFilter aria-hidden />
            {labels.outside(format.count(missed), format.count(known))}
          </Button>
          {unknown === 0 ? null : <span className="text-xs text-muted">{labels.unknown(format.count(unknown))}</span>}
        </>
      )}
    </div>
  );
}

function Figures({ report }: { readonly report: CopcReport | undefined }) {
  const [search, changeSearch] = useUrlSearchState();
  const isPaper = useMediaQuery('print');
  const onlyMissed = search.get('fuera') === '1';
  const hrefOf = (metric: CopcMetric) => buildCopcUrl(search, { metrica: metric });
  const cards = copcTabNames.map((tab) => ({
    value: tab,
    label: labels.tabs[tab],
    content: (
      <>
        <div className="-mt-2 mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="text-xs text-muted">{labels.tabTexts[tab]}</p>
          <Outside
            report={report}
            onlyMissed={onlyMissed}
            onChange={(only) => changeSearch({ fuera: only ? '1' : null })}
          />
        </div>
        <CopcMetricCards tab={tab} report={report} hrefOf={hrefOf} onlyMissed={onlyMissed && !isPaper} />
      </>
    ),
  }));
  return (
    <>
      <CopcHealthScoreCard report={report} hrefOf={hrefOf} />
      {isPaper ? (
        cards.map(({ value, label, content }) => (
          <section key={value} aria-label={label}>
            <h2 className="mb-3 text-lg font-semibold">{label}</h2>
            {content}
          </section>
        ))
      ) : (
        <Tabs
          label={labels.tabList}
          value={readCopcTabFromUrl(search)}
          onChange={(tab) => changeSearch({ tab: tab === copcTabNames[0] ? null : tab })}
          tabs={cards}
        />
      )}
    </>
  );
}

function LongerRange({ range }: { readonly range: CopcDateRange }) {
  const [search] = useUrlSearchState();
  if (range.name === '90d') return null;
  return (
    <Link href={buildCopcUrl(search, { period: '90d' })} className={getButtonClasses({ size: 'small' })}>
      {copcSourcesGuideLabels.longer}
    </Link>
  );
}

function Filters({ answered }: { readonly answered: ComparedDayRanges | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 print:hidden">
      <div className="min-w-0 max-sm:w-full sm:flex-1">
        <FigureRangeFilters named={copcPeriodOptions} answered={answered} />
      </div>
      <div className="ml-auto flex h-9 items-center gap-1">
        <ActiveHelpBadge />
      </div>
    </div>
  );
}

export default function CopcPage() {
  const format = useRegionalFormat();
  const [search, changeSearch] = useUrlSearchState();
  const range = useFigureRangeFromUrl(copcPeriodOptions);
  const agentId = search.get('agent');
  const { data, error, isPlaceholderData, refetch } = useCopcMetrics(toCopcReportQuery(range, agentId));
  const reportOf = usePrintedReportHeading(range.title, agentId);
  const metric = readOpenCopcMetricFromUrl(search);
  const isWhole = data !== undefined && !isPlaceholderData;
  const save = () => {
    if (!data) return;
    void saveCsvFile(async () => {
      const { formatCopcReportCsv: copcCsv, getCopcCsvFileName: csvName } = await import('./copc-csv.ts');
      return { name: csvName(data), csv: copcCsv(data, reportOf, format) };
    });
  };
  const mayEdit = useHasRole('editor');
  const actions = (
    <PageHeaderActions>
      {mayEdit ? (
        <Link href={screenPaths.settings('copc')} className={getButtonClasses({ size: 'small' })}>
          <SlidersHorizontal aria-hidden />
          {labels.settings}
        </Link>
      ) : null}
      <Button size="small" disabled={!isWhole} onClick={save}>
        <Download aria-hidden />
        {labels.exportCsv}
      </Button>
      <PrintButton isWhole={isWhole} />
    </PageHeaderActions>
  );
  return (
    <PageFrame title={labels.title} actions={actions} className={stack}>
      <Filters answered={isPlaceholderData ? undefined : data} />
      {data || error === null ? (
        <div className={classNames(stack, isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData || !data}>
          {data ? <PrintedReportHeader report={reportOf} answered={data} /> : null}
          {data && error !== null ? <StaleNotice onRetry={() => void refetch()} /> : null}
          {data && isEmpty(data) ? <CopcDataSourcesGuide action={<LongerRange range={range} />} /> : null}
          <Figures report={data} />
        </div>
      ) : isApiErrorWithCode(error, 'forbidden') ? (
        <ForbiddenState />
      ) : (
        <SectionCard>
          <FailedReadState text={getRequestErrorText(error)} onRetry={() => void refetch()} />
        </SectionCard>
      )}
      {data && metric ? (
        <metricDialog.Part
          report={data}
          metric={metric}
          agentId={agentId}
          onClose={() => changeSearch({ metrica: null })}
        />
      ) : null}
    </PageFrame>
  );
}
