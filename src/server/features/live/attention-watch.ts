/**
 * Checks, four times a second, the live calls whose sockets this server holds against their workspace's attention
 * rules. A match is stored before browsers and alerts are notified.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AttentionMatch } from '../../../contract/calls.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { runLoop, type RunLoop } from '../../platform/run-loop.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import { findCallStart, insertCallAttention } from '../calls/index.ts';
import {
  createAttentionJudge,
  prepareRules,
  lineCompleteAfterMs,
  type AttentionJudge,
  type PreparedRules,
} from './attention-judge.ts';
import type { CallListener } from './live-calls.ts';
import type { WatchedCall } from './monitor-lease-store.ts';

export interface AttentionWatchDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
  readonly settings: { read(workspaceId: string): Promise<Pick<Settings, 'attention'>> };
}

export interface AttentionWatch {
  /** Judges a call until its listener ends. */
  attend(call: WatchedCall): CallListener;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 250;
/** Interval in ms at which a ringing call's start is read from the database. */
const startEveryMs = 2_000;

interface Attended extends WatchedCall {
  readonly judge: AttentionJudge;
  readonly unsaved: AttentionMatch[];
  endedAtMs: number | null;
  startAt: Date | null;
  askedStartAtMs: number;
}

export function createAttentionWatch(deps: AttentionWatchDeps): AttentionWatch {
  const { db, log, clock, events, bus, settings } = deps;
  const attended = new Set<Attended>();
  const rules = new Map<string, PreparedRules>();
  let loop: RunLoop | undefined;

  bus.onMessage((message) => {
    if (message.kind === 'workspace_update' || message.kind === 'refetch') rules.delete(message.workspaceId);
  });
  bus.onGap(() => rules.clear());

  async function rulesOf(workspaceId: string): Promise<PreparedRules> {
    const known = rules.get(workspaceId);
    if (known) return known;
    const read = prepareRules((await settings.read(workspaceId)).attention);
    rules.set(workspaceId, read);
    return read;
  }

  async function lastsMs(call: Attended): Promise<number | null> {
    const nowMs = clock.monotonicMs();
    if (call.startAt === null && nowMs - call.askedStartAtMs >= startEveryMs) {
      call.askedStartAtMs = nowMs;
      call.startAt = await findCallStart(db, call.workspaceId, call.callId);
    }
    return call.startAt === null ? null : clock.now().getTime() - call.startAt.getTime();
  }

  async function judge(call: Attended): Promise<void> {
    const { workspaceId, callId, unsaved } = call;
    const current = await rulesOf(workspaceId);
    const lasts = current.longMinutes === 0 ? null : await lastsMs(call);
    unsaved.push(...call.judge.look(current, { monotonicMs: clock.monotonicMs(), lastsMs: lasts }));
    if (unsaved.length === 0) return;
    const isNew = await insertCallAttention(db, call, unsaved);
    unsaved.length = 0;
    if (isNew) events.emit('call.attention', { workspaceId, callId });
  }

  /** Checks all followed calls, even if one fails. Throws all failures together, so that the loop logs them. */
  async function look(): Promise<void> {
    const failures: unknown[] = [];
    for (const call of attended) {
      // A call is dropped some time after it ended, so that its last transcript lines are complete and checked too.
      const isLast = call.endedAtMs !== null && clock.monotonicMs() - call.endedAtMs >= lineCompleteAfterMs;
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
        judge: createAttentionJudge(),
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
      loop = runLoop({
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
