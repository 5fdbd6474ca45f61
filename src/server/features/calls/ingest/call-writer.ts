/**
 * The only writer of calls on this server. Reports that arrive during a commit are queued, and the next commit stores
 * them together. A batch belongs to one workspace, and several workspaces commit in parallel. No timer delays a report
 * on an idle server. Senders wait until their report is durable.
 */
import { createHash, hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { ServerMetricRecorder } from '../../../platform/metrics/metrics.ts';
import {
  storeCallBatch,
  type CallBatchDeps,
  type CommittedCallBatch,
  type CallReportWithDigest,
} from './call-batch.ts';
import type { CallIngest, ProviderCallReport } from '../state/call-ingest.ts';
import type { CallTableRow } from '../state/call-state.ts';
import { classifyDatabaseFailure } from '../state/database-failure.ts';
import { toStorableJson } from '../state/wire-values.ts';

export interface CallIngestDeps extends CallBatchDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly metrics: ServerMetricRecorder;
}

const batchReports = 256;
const batchBytes = 16 * 1024 * 1024;
/**
 * Limits of the queue of call reports, so that its memory is bounded. If a limit is exceeded, a report is refused, and
 * its sender sends it again.
 */
const queueReports = 8_192;
const queueBytes = 256 * 1024 * 1024;
/** Highest number of transactions that store calls at once. It leaves database connections for readers. */
const commitsAtOnce = 4;
const attemptsOnConflict = 8;
/** Number of queued call reports from which background work pauses. */
const busyReports = 32;

interface Waiting extends CallReportWithDigest {
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: AppError) => void;
}

interface Lane {
  readonly workspaceId: string;
  readonly queue: Waiting[];
}

interface CallWriter extends CallIngest {
  /** True if many call reports are queued, so that this server's background work should pause. */
  isBusy(): boolean;
}

export function createCallIngest(deps: CallIngestDeps): CallWriter {
  const { log, clock, events, metrics } = deps;
  /** Lanes with queued or running reports. */
  const lanes = new Map<string, Lane>();
  const ready: Lane[] = [];
  const underWay = new Set<Promise<void>>();
  let waitingReports = 0;
  let waitingBytes = 0;
  let isStopping = false;
  metrics.gauge('vocero_ingest_queue_reports', () => waitingReports);
  metrics.gauge('vocero_ingest_queue_bytes', () => waitingBytes);

  function enqueue(workspaceId: string, waiting: Waiting): void {
    waitingReports += 1;
    waitingBytes += waiting.bytes;
    const lane = lanes.get(workspaceId);
    if (lane) {
      lane.queue.push(waiting);
      return;
    }
    const opened: Lane = { workspaceId, queue: [waiting] };
    lanes.set(workspaceId, opened);
    ready.push(opened);
    startNext();
  }

  function startNext(): void {
    while (underWay.size < commitsAtOnce) {
      const lane = ready.shift();
      if (!lane) return;
      const run: Promise<void> = runOnce(lane).finally(() => {
        underWay.delete(run);
        if (lane.queue.length > 0) ready.push(lane);
        else lanes.delete(lane.workspaceId);
        startNext();
      });
      underWay.add(run);
    }
  }

  async function runOnce(lane: Lane): Promise<void> {
    // Wait for a microtask, so that call reports which arrive together are stored in one transaction.
    await Promise.resolve();
    await commit(lane.workspaceId, takeBatch(lane.queue));
  }

  function takeBatch(queue: Waiting[]): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of queue) {
      bytes += waiting.bytes;
      if (count > 0 && (count === batchReports || bytes > batchBytes)) break;
      count += 1;
    }
    const batch = queue.splice(0, count);
    waitingReports -= batch.length;
    waitingBytes -= batch.reduce((sum, waiting) => sum + waiting.bytes, 0);
    return batch;
  }

  /**
   * Stores a batch of call reports and settles the promise of each report. Never throws. False if the database is
   * unreachable.
   */
  async function commit(workspaceId: string, batch: readonly Waiting[]): Promise<boolean> {
    const beganMs = clock.monotonicMs();
    for (let tries = 1; ; tries += 1) {
      try {
        const committed = await storeCallBatch(deps, workspaceId, batch, clock.now());
        metrics.observe('vocero_ingest_batch_seconds', {}, (clock.monotonicMs() - beganMs) / 1_000);
        metrics.observe('vocero_ingest_batch_reports', {}, batch.length);
        announce(workspaceId, committed);
        for (const waiting of batch) waiting.resolve();
        return true;
      } catch (error) {
        const failure = classifyDatabaseFailure(error);
        if (failure === 'conflict' && tries < attemptsOnConflict) continue;
        if (failure === 'conflict' || failure === 'away') {
          log.error({ err: error, workspaceId, reports: batch.length }, 'calls could not be stored: database away');
          metrics.count('vocero_ingest_failed_reports_total', { reason: 'away' }, batch.length);
          for (const waiting of batch) waiting.reject(new AppError('unavailable', { cause: error }));
          return false;
        }
        if (batch.length > 1) return replay(workspaceId, batch);
        const [poisoned] = batch;
        log.error({ err: error, workspaceId, callId: poisoned?.report.call.call_id }, 'a report can not be stored');
        metrics.count('vocero_ingest_failed_reports_total', { reason: 'rejected' });
        poisoned?.reject(toAppError(error, failure));
        return true;
      }
    }
  }

  /**
   * Stores call reports one by one after their common transaction failed. Only reports that can't be stored then fail.
   */
  async function replay(workspaceId: string, batch: readonly Waiting[]): Promise<boolean> {
    let isAway = false;
    for (const waiting of batch) {
      if (isAway) waiting.reject(new AppError('unavailable'));
      else isAway = !(await commit(workspaceId, [waiting]));
    }
    return !isAway;
  }

  function announce(workspaceId: string, { changed, isDisputed, callbacks }: CommittedCallBatch): void {
    for (const callback of callbacks) {
      try {
        callback();
      } catch (error) {
        log.error({ err: error, workspaceId }, 'a callback after the commit failed');
      }
    }
    if (isDisputed) events.emit('call.analysis_disputed', { workspaceId });
    if (changed.length === 0) return;
    events.emit('calls.changed', {
      workspaceId,
      changes: changed.map((call) => ({ callId: call.id, kind: kindOf(call) })),
    });
  }

  return {
    async record(workspaceId, report) {
      if (isStopping) throw new AppError('unavailable');
      const { digest, bytes } = digestOf(report);
      if (waitingReports >= queueReports || waitingBytes + bytes > queueBytes) throw new AppError('unavailable');
      await new Promise<void>((resolve, reject) => {
        enqueue(workspaceId, { report, digest, bytes, resolve, reject });
      });
    },
    isBusy: () => waitingReports >= busyReports,
    async stop() {
      isStopping = true;
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Returns how far a call has come (started, ended or analysed), as the provider's event of that name. */
function kindOf(call: CallTableRow): 'call_started' | 'call_ended' | 'call_analyzed' {
  if (call.isAnalyzed) return 'call_analyzed';
  return call.isOver ? 'call_ended' : 'call_started';
}

/** Computes the SHA-256 digest of a call report. Throws `invalid_input` if the report has no usable call id. */
function digestOf({ event, call, payload: bytes }: ProviderCallReport): { digest: string; bytes: number } {
  const id: unknown = call.call_id;
  // The call's id is a database key and part of URLs, so a bad id is refused, never corrected.
  const isUsable = typeof id === 'string' && /^[^\p{C}\s]{1,200}$/u.test(id) && id.isWellFormed();
  if (!isUsable || typeof event !== 'string') throw new AppError('invalid_input');
  if (bytes) return { digest: hash('sha256', bytes), bytes: bytes.length };
  const payload = textOf(call);
  const digest = createHash('sha256').update(event).update('\n').update(payload).digest('hex');
  return { digest, bytes: payload.length };
}

/** Converts a call to JSON text. If the call is nested too deeply for the stack, the deepest levels are left out. */
function textOf(call: ProviderCallReport['call']): string {
  try {
    return JSON.stringify(call);
  } catch (error) {
    if (error instanceof RangeError) return JSON.stringify(toStorableJson(call));
    throw error;
  }
}

function toAppError(error: unknown, failure: 'data' | 'other'): AppError {
  if (error instanceof AppError) return error;
  return new AppError(failure === 'data' ? 'invalid_input' : 'internal', { cause: error });
}
