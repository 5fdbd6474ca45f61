/** Analytics: all figures are read from rollups, which are updated in the transaction that stores the calls. */
import type { Logger } from 'pino';
import { agentScorecardsEndpoints } from '../../../contract/agent-scorecards.ts';
import { analyticsEndpoints } from '../../../contract/analytics.ts';
import { copcEndpoints } from '../../../contract/copc.ts';
import { periodComparisonEndpoints } from '../../../contract/verdicts.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { ReadCoalescer } from '../../platform/shared-reads.ts';
import { lockWorkspaceExclusively, type Tx } from '../calls/index.ts';
import { readAnalytics, readOutboundCallCountsByWeekHour } from './analytics-figures.ts';
import { readAgentReport } from './agent-report.ts';
import { readAgentScorecards } from './agent-scorecards.ts';
import { readCopcMetricByAgent, readCopcReport } from './copc-report.ts';
import { readAgentPerformance, readCustomerMoodsByAgent, readAgentCallShares } from './agent-figures.ts';
import { readDashboardMetrics, type AnalyticsReadDeps } from './metrics.ts';
import { rebuildWorkspaceRollups, rebuildOutdatedRollupDays } from './rollups/rebuild-rollups.ts';
import { recomputeDailyRollups } from './rollups/rollup-store.ts';
import { readGoalRateVerdict } from './verdict.ts';
import { readCallVolume } from './volume.ts';

export {
  estimateCallCountOfLastHour,
  countFinishedAndSucceededCallsToday,
  listDisconnectionReasonsSince,
} from './alert-figures-query.ts';
export { rollupCallCountReader } from './sums/call-tally-query.ts';
export { createLiveMetricsNotifier } from './live-figures.ts';
export { countOutboundCallsByWeekHour } from './analytics-hours-query.ts';
export { countOutboundDisconnectionReasons, readOutboundCallAverages } from './outbound-figures-query.ts';
export { parseAgentFilter } from './sums/day-range-query.ts';
export { resolveDateRange, type ZonedDateRangeWithComparison } from './sums/figure-range.ts';
export { computeFigureTrend } from './trend.ts';
export { rebuildWorkspaceRollups } from './rollups/rebuild-rollups.ts';
export { createRollupCallChangeParticipant, type RollupParticipantDeps } from './rollups/rollup-participant.ts';

export interface AnalyticsFeatureDeps extends AnalyticsReadDeps {
  readonly log: Logger;
  readonly sharedReads: ReadCoalescer;
}

export interface AnalyticsFeature extends ServerFeature {
  /** Rebuilds a workspace's rollups from its calls while the server runs. Returns the number of days. */
  rebuildRollups(workspaceId: string): Promise<number>;
  /**
   * Recomputes a workspace's daily rollups in the transaction that changes its time zone. Until the commit, other
   * transactions that store the workspace's calls wait.
   */
  resumDays(tx: Tx, workspaceId: string, zone: string): Promise<void>;
}

/** Interval in ms at which a server looks for days whose rollups must still be rebuilt after a migration. */
const repairEveryMs = 60 * 60_000;

export function createAnalyticsFeature(deps: AnalyticsFeatureDeps): AnalyticsFeature {
  let repairs: BackgroundLoop | undefined;
  return {
    name: 'analytics',
    async start() {
      const work = (signal: AbortSignal) => rebuildOutdatedRollupDays(deps, signal);
      repairs = startBackgroundLoop({ ...deps, name: 'rollup repairs', work, intervalMs: repairEveryMs });
    },
    stop: async () => repairs?.stop(),
    rebuildRollups: (workspaceId) => rebuildWorkspaceRollups(deps, workspaceId),
    async resumDays(tx, workspaceId, zone) {
      await lockWorkspaceExclusively(tx, workspaceId);
      await recomputeDailyRollups(tx, workspaceId, zone);
    },
    registerRoutes(binder) {
      const { share } = deps.sharedReads;
      const {
        getMetrics,
        getCallVolume,
        getAgentUsage,
        getAgentSentiment,
        getAgentPerformance,
        getAnalytics,
        getDialingHours,
      } = analyticsEndpoints;
      binder.bind(getMetrics, ({ workspaceId: id, query }) =>
        share(id, 'getMetrics', query, () => readDashboardMetrics(deps, id, query)),
      );
      binder.bind(getCallVolume, ({ workspaceId: id, query }) =>
        share(id, 'getCallVolume', query, () => readCallVolume(deps, id, query)),
      );
      binder.bind(getAgentUsage, ({ workspaceId: id, query }) =>
        share(id, 'getAgentUsage', query, () => readAgentCallShares(deps, id, query)),
      );
      binder.bind(getAgentSentiment, ({ workspaceId: id, query }) =>
        share(id, 'getAgentSentiment', query, () => readCustomerMoodsByAgent(deps, id, query)),
      );
      binder.bind(getAgentPerformance, ({ workspaceId: id, query }) =>
        share(id, 'getAgentPerformance', query, () => readAgentPerformance(deps, id, query)),
      );
      binder.bind(getAnalytics, ({ workspaceId: id, query }) =>
        share(id, 'getAnalytics', query, () => readAnalytics(deps, id, query)),
      );
      binder.bind(agentScorecardsEndpoints.getAgentScorecards, ({ workspaceId: id, query }) =>
        share(id, 'getAgentScorecards', query, () => readAgentScorecards(deps, id, query)),
      );
      binder.bind(agentScorecardsEndpoints.getAgentReport, ({ workspaceId: id, params, query }) =>
        share(id, 'getAgentReport', [params, query], () => readAgentReport(deps, id, params.id, query)),
      );
      binder.bind(copcEndpoints.getCopcMetrics, ({ workspaceId: id, query }) =>
        share(id, 'getCopcMetrics', query, () => readCopcReport(deps, id, query)),
      );
      binder.bind(copcEndpoints.getCopcAgents, ({ workspaceId: id, query }) =>
        share(id, 'getCopcAgents', query, () => readCopcMetricByAgent(deps, id, query)),
      );
      binder.bind(periodComparisonEndpoints.getVerdict, ({ workspaceId: id, query }) =>
        share(id, 'getVerdict', query, () => readGoalRateVerdict(deps, id, query)),
      );
      binder.bind(getDialingHours, ({ workspaceId: id, query }) =>
        share(id, 'getDialingHours', query, () => readOutboundCallCountsByWeekHour(deps, id, query)),
      );
    },
  };
}
