/** GET /api/copc-metrics: the quality metrics of a range, against the range before (GLOSSARY.md). */
import type { CopcPeriod, CopcReport } from '../../../contract/copc.ts';
import { AppError } from '../../platform/errors.ts';
import type { MetricsDeps } from './metrics.ts';

export async function readCopcReport(
  _deps: MetricsDeps,
  _workspaceId: string,
  _query: { readonly timeRange: CopcPeriod; readonly agentFilter?: string | undefined },
): Promise<CopcReport> {
  throw new AppError('unavailable');
}
