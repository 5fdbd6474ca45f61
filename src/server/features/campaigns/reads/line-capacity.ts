/** How many lines a workspace's account has at the provider, as it was told within the last minute. */
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Concurrency, Provider } from '../../../platform/provider/provider.ts';

export interface LineCapacityDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<Provider> };
}

export interface LineCapacity {
  /** Null: the provider does not tell, or not soon enough for a person who waits. */
  find(workspaceId: string): Promise<Concurrency | null>;
  /** The same at once, as far as it was told before; it is asked again for the next time. */
  known(workspaceId: string): Concurrency | null;
}

const trustForMs = 60_000;
const askAgainMs = 10_000;
const patienceMs = 2_000;

interface Known {
  readonly told: Concurrency | null;
  readonly untilMs: number;
}

export function createLineCapacity({ clock, log, directory }: LineCapacityDeps): LineCapacity {
  const known = new Map<string, Known>();
  const asking = new Map<string, Promise<Concurrency | null>>();

  async function ask(workspaceId: string): Promise<Concurrency | null> {
    let told: Concurrency | null = null;
    try {
      told = await (await directory.providerOf(workspaceId)).getConcurrency();
    } catch (error) {
      log.info({ err: error, workspaceId }, 'the provider does not tell its lines: an estimate goes without them');
    }
    known.set(workspaceId, { told, untilMs: clock.monotonicMs() + (told === null ? askAgainMs : trustForMs) });
    asking.delete(workspaceId);
    return told;
  }

  const isFresh = (held: Known | undefined): boolean => held !== undefined && clock.monotonicMs() < held.untilMs;

  function askOnce(workspaceId: string): Promise<Concurrency | null> {
    const answer = asking.get(workspaceId) ?? ask(workspaceId);
    asking.set(workspaceId, answer);
    return answer;
  }

  return {
    known(workspaceId) {
      const held = known.get(workspaceId);
      if (!isFresh(held)) void askOnce(workspaceId);
      return held?.told ?? null;
    },
    async find(workspaceId) {
      const held = known.get(workspaceId);
      if (held && isFresh(held)) return held.told;
      const answer = askOnce(workspaceId);
      const hurry = new AbortController();
      const waited = clock.sleep(patienceMs, hurry.signal).then(
        () => held?.told ?? null,
        () => null,
      );
      return Promise.race([answer, waited]).finally(() => hurry.abort());
    },
  };
}
