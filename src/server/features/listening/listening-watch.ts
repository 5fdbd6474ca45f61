/**
 * Ends listenings whose browser fell silent, and raises an alert where a customer hears nobody: within five seconds of the last word of
 * whoever took the call over. Every server looks, once a second while somebody speaks; the rows decide who was first.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { runLoop, type RunLoop } from '../../platform/run-loop.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import { dropOldListenings, listOpenListenings, noteSilence, type Listening } from './listening-store.ts';

export interface ListeningWatchDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
  /** Ends it at the gateway and in its row. */
  readonly end: (listening: Listening) => Promise<void>;
}

/** While nobody listens. */
const idleMs = 3_600_000;
const speakingEveryMs = 1_000;
const listeningEveryMs = 10_000;
/** A network that comes back within so long goes on where it was. */
const lostAfterSeconds = 30;

export function createListeningWatch({ db, log, clock, events, bus, end }: ListeningWatchDeps) {
  let nextMs = idleMs;
  let loop: RunLoop | undefined;

  bus.onMessage((message) => {
    if (message.kind === 'call_listeners' || message.kind === 'refetch') loop?.wake();
  });
  bus.onGap(() => loop?.wake());

  async function look(): Promise<void> {
    const open = await listOpenListenings(db);
    const pace = open.some(({ hasTakenOver }) => hasTakenOver) ? speakingEveryMs : listeningEveryMs;
    nextMs = open.length === 0 ? idleMs : pace;
    if (open.length === 0) await dropOldListenings(db);
    for (const listening of open) {
      const { workspaceId, callId, hasTakenOver, lateSeconds, isCallOver } = listening;
      if (isCallOver ? lateSeconds > 0 : lateSeconds > lostAfterSeconds) await end(listening);
      else if (hasTakenOver && lateSeconds > 0 && (await noteSilence(db, listening)))
        events.emit('call.silent', { workspaceId, callId });
    }
  }

  return {
    start() {
      loop = runLoop({ name: 'listening', next: () => nextMs, work: look, log, clock });
    },
    stop: async () => loop?.stop(),
  };
}
