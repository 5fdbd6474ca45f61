/**
 * In which state this server knows each workspace's data to be: a text that is another one as soon as anything of the
 * workspace changed that this server has heard of, and at each minute's turn: days begin at one, and a server that dies
 * between its commit and its word to the others leaves them wrong until the next one, no longer. Whoever reads it before
 * the data never takes an answer for newer than it is.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { EventBus } from './events.ts';
import type { ServerBus } from './server-bus.ts';

export interface RevisionsDeps {
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap' | 'isListening'>;
}

export interface Revisions {
  /** Opaque; never that of another workspace or of another server's life. */
  revisionOf(workspaceId: string): string;
  /** Of an answer that is read after this; null while other servers can't be heard, for then nothing is known unchanged. */
  etagOf(workspaceId: string): string | null;
}

const minuteMs = 60_000;

export function createRevisions({ clock, events, bus }: RevisionsDeps): Revisions {
  const start = randomUUID();
  const changes = new Map<string, number>();
  let gaps = 0;

  const noteChange = ({ workspaceId }: { readonly workspaceId: string }): void => {
    changes.set(workspaceId, (changes.get(workspaceId) ?? 0) + 1);
  };
  // At once what this server did itself, so that whoever was told of it reads it; its own message comes later.
  for (const name of [
    'calls.changed',
    'campaigns.changed',
    'settings.changed',
    'workspace.changed',
    'agents.changed',
  ] as const) {
    events.on(name, noteChange);
  }
  bus.onMessage((message) => {
    if ('workspaceId' in message) noteChange(message);
  });
  bus.onGap(() => {
    gaps += 1;
  });

  function revisionOf(workspaceId: string): string {
    const minute = Math.floor(clock.now().getTime() / minuteMs);
    return `${start}-${workspaceId}.${gaps}.${changes.get(workspaceId) ?? 0}-${minute}`;
  }

  return {
    revisionOf,
    etagOf: (workspaceId) => (bus.isListening ? `W/"${revisionOf(workspaceId)}"` : null),
  };
}
