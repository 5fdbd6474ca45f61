/**
 * Checks four times a second whether live calls match their workspace's attention rules. Each server checks the calls
 * whose WebSockets it has open. A match is stored before browsers and alerts are notified.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AttentionMatch } from '../../../contract/calls.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import { findCallStartTime, insertAttentionHits } from '../calls/index.ts';
import {
  createCallAttentionRuleEvaluator,
  prepareAttentionRules,
  transcriptLineCompleteAfterMs,
  type CallAttentionRuleEvaluator,
  type PreparedAttentionRules,
} from './attention-judge.ts';
import type { LiveTranscriptChangeListener } from './live-calls.ts';
import type { WatchedLiveCall } from './monitor-lease-store.ts';

export interface AttentionWatchDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
  readonly settings: { read(workspaceId: string): Promise<Pick<WorkspaceSettings, 'attention'>> };
}

export interface AttentionWatch {
  /** Judges a call until its listener ends. */
  attend(call: WatchedLiveCall): LiveTranscriptChangeListener;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 250;
/** Interval in ms at which the database is asked whether a ringing call has started. */
const startEveryMs = 2_000;

interface Attended extends WatchedLiveCall {
  readonly judge: CallAttentionRuleEvaluator;
  readonly unsaved: AttentionMatch[];
  endedAtMs: number | null;
  startAt: Date | null;
  askedStartAtMs: number;
}

export function createAttentionWatch(deps: AttentionWatchDeps): AttentionWatch {
  const { db, log, clock, events, bus, settings } = deps;
  const attended = new Set<Attended>();
  const rules = new Map<string, PreparedAttentionRules>();
  let loop: BackgroundLoop | undefined;

  bus.onMessage((message) => {
    if (message.kind === 'workspace_update' || message.kind === 'refetch') rules.delete(message.workspaceId);
  });
  bus.onGap(() => rules.clear());

  async function rulesOf(workspaceId: string): Promise<PreparedAttentionRules> {
    const known = rules.get(workspaceId);
    if (known) return known;
    const read = prepareAttentionRules((await settings.read(workspaceId)).attention);
    rules.set(workspaceId, read);
    return read;
  }

  async function lastsMs(call: Attended): Promise<number | null> {
    const nowMs = clock.monotonicMs();
    if (call.startAt === null && nowMs - call.askedStartAtMs >= startEveryMs) {
      call.askedStartAtMs = nowMs;
      call.startAt = await findCallStartTime(db, call.workspaceId, call.callId);
    }
    return call.startAt === null ? null : clock.now().getTime() - call.startAt.getTime();
  }

  async function judge(call: Attended): Promise<void> {
    const { workspaceId, callId, unsaved } = call;
    const current = await rulesOf(workspaceId);
    const lasts = current.longMinutes === 0 ? null : await lastsMs(call);
    unsaved.push(...call.judge.look(current, { monotonicMs: clock.monotonicMs(), lastsMs: lasts }));
    if (unsaved.length === 0) return;
    const isNew = await insertAttentionHits(db, call, unsaved);
    unsaved.length = 0;
    if (isNew) events.emit('call.attention', { workspaceId, callId });
  }

  /** Checks all watched calls against the attention rules. If checks fail, throws their errors together at the end. */
  async function look(): Promise<void> {
    const failures: unknown[] = [];
    for (const call of attended) {
      // Keep checking a call for some time after its end, so that its last transcript lines are complete and checked.
      const isLast = call.endedAtMs !== null && clock.monotonicMs() - call.endedAtMs >= transcriptLineCompleteAfterMs;
      try {
        await judge(call);
        if (isLast) attended.delete(call);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'live calls were not judged');
  }

  return {
    attend(call) {
      const entry: Attended = {
        ...call,
        judge: createCallAttentionRuleEvaluator(),
        unsaved: [],
        endedAtMs: null,
        startAt: null,
        askedStartAtMs: Number.NEGATIVE_INFINITY,
      };
      attended.add(entry);
      loop?.wake();
      return {
        hear: (change) => entry.judge.hear(change, clock.monotonicMs()),
        end() {
          entry.endedAtMs = clock.monotonicMs();
        },
      };
    },
    start() {
      loop = startBackgroundLoop({
        name: 'attention',
        next: () => (attended.size === 0 ? Number.POSITIVE_INFINITY : everyMs),
        work: look,
        log,
        clock,
        backoff: { firstMs: everyMs, longestMs: 5_000 },
      });
    },
    stop: async () => loop?.stop(),
  };
}
