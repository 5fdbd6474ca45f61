/**
 * Background job that ends a user's listening to a live call if their browser stops reporting. If the user had taken
 * the call over, the job raises an alert within five seconds, because nobody hears the customer. The job runs on every
 * server, and a row update decides which server acts.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import {
  deleteOldCallListenings,
  listOpenCallListenings,
  recordSilentCallTakeOver,
  type CallListening,
} from './listening-store.ts';

export interface ListeningWatchDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
  readonly end: (listening: CallListening) => Promise<void>;
}

/** ms between two looks while nobody listens. */
const idleMs = 3_600_000;
/** Interval in ms between two looks while somebody has taken over a call. */
export const takenOverCallWatchIntervalMs = 1_000;
const listeningEveryMs = 10_000;
/** Seconds by which a listening browser's heartbeat may be late before its listening session is ended. */
const lostAfterSeconds = 30;

export function createListeningWatch({ db, log, clock, events, bus, end }: ListeningWatchDeps) {
  let nextMs = idleMs;
  let loop: BackgroundLoop | undefined;

  bus.onMessage((message) => {
    if (message.kind === 'call_listeners' || message.kind === 'refetch') loop?.wake();
  });
  bus.onGap(() => loop?.wake());

  async function look(): Promise<void> {
    const open = await listOpenCallListenings(db);
    const pace = open.some(({ hasTakenOver }) => hasTakenOver) ? takenOverCallWatchIntervalMs : listeningEveryMs;
    nextMs = open.length === 0 ? idleMs : pace;
    if (open.length === 0) await deleteOldCallListenings(db);
    for (const listening of open) {
      const { workspaceId, callId, hasTakenOver, lateSeconds, isCallOver } = listening;
      if (isCallOver ? lateSeconds > 0 : lateSeconds > lostAfterSeconds) await end(listening);
      else if (hasTakenOver && lateSeconds > 0 && (await recordSilentCallTakeOver(db, listening)))
        events.emit('call.silent', { workspaceId, callId });
    }
  }

  return {
    start() {
      loop = startBackgroundLoop({ name: 'listening', next: () => nextMs, work: look, log, clock });
    },
    stop: async () => loop?.stop(),
  };
}
