/** Reads a provider account's limit of concurrent calls, and caches it for a minute (briefly if it is unknown). */
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { ProviderConcurrency, VoiceProvider } from '../../../platform/provider/provider.ts';

export interface ConcurrencyLimitReaderDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
}

/** Returns an account's limit of concurrent calls; null if unknown. Waits at most `patienceMs` for the provider. */
export type ConcurrencyLimitReader = (workspaceId: string, patienceMs?: number) => Promise<ProviderConcurrency | null>;

const trustForMs = 60_000;
const askAgainMs = 10_000;
/** Default time in ms for which a request waits until the provider has reported its limit of concurrent calls. */
const patience = 2_000;

export function createConcurrencyLimitReader({
  clock,
  log,
  directory,
}: ConcurrencyLimitReaderDeps): ConcurrencyLimitReader {
  const known = new Map<string, { readonly told: ProviderConcurrency | null; readonly untilMs: number }>();
  const asking = new Map<string, Promise<ProviderConcurrency | null>>();

  async function ask(workspaceId: string): Promise<ProviderConcurrency | null> {
    let told: ProviderConcurrency | null = null;
    try {
      told = await (await directory.providerOf(workspaceId)).getConcurrency();
    } catch (error) {
      log.info({ err: error, workspaceId }, 'the provider does not tell its lines: an estimate goes without them');
    }
    known.set(workspaceId, { told, untilMs: clock.monotonicMs() + (told === null ? askAgainMs : trustForMs) });
    asking.delete(workspaceId);
    return told;
  }

  return async (workspaceId, patienceMs = patience) => {
    const { told = null, untilMs = 0 } = known.get(workspaceId) ?? {};
    if (clock.monotonicMs() < untilMs) return told;
    const answer = asking.get(workspaceId) ?? ask(workspaceId);
    asking.set(workspaceId, answer);
    if (patienceMs === 0) return told;
    const hurry = new AbortController();
    const waited = clock.sleep(patienceMs, hurry.signal).then(
      () => told,
      () => null,
    );
    return Promise.race([answer, waited]).finally(() => hurry.abort());
  };
}
