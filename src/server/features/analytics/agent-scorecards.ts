/** GET /api/agent-scorecards: how each agent did in a range, and against the range before (GLOSSARY.md). */
import type { AgentScorecards, ScorecardPeriod } from '../../../contract/agent-scorecards.ts';
import { AppError } from '../../platform/errors.ts';
import type { MetricsDeps } from './metrics.ts';

export async function readAgentScorecards(
  _deps: MetricsDeps,
  _workspaceId: string,
  _query: { readonly timeFilter: ScorecardPeriod; readonly agentFilter?: string | undefined },
): Promise<AgentScorecards> {
  throw new AppError('unavailable');
}
