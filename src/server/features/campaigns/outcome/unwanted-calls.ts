/**
 * Ends surplus calls. A surplus call is a second call of an attempt, or a call of an attempt that was given up and
 * replaced by another attempt. A durable job ends them, because such calls appear after failures and somebody may be on
 * the phone.
 */
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { BackgroundJobs } from '../../../platform/jobs.ts';
import { ProviderError, type VoiceProvider } from '../../../platform/provider/provider.ts';
import { hangUpRetryOptions } from '../campaign/hang-up.ts';

export interface SurplusCallEnderDeps {
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
}

export interface SurplusCallEndRequest {
  readonly workspaceId: string;
  readonly callId: string;
}

export interface SurplusCallEnder {
  /**
   * Queues a job that ends a second call to one person. The job is stored in the given transaction. If ending the call
   * fails, the job retries for five to six minutes.
   */
  order(tx: Transaction<DatabaseSchema>, order: SurplusCallEndRequest): Promise<void>;
  /** Tries once, immediately, to end a second call to one person. Never throws. */
  tryNow(order: SurplusCallEndRequest): Promise<void>;
}

/** Declares the job queue that ends surplus calls, such as a second call to one person. Call it before `jobs.start`. */
export function createSurplusCallEnder({ jobs, log, directory }: SurplusCallEnderDeps): SurplusCallEnder {
  async function end({ workspaceId, callId }: SurplusCallEndRequest): Promise<void> {
    const provider = await directory.providerOf(workspaceId);
    try {
      await provider.stopCall(callId);
    } catch (error) {
      // If the call is over, ignore that the provider refused to end it.
      if (!(error instanceof ProviderError) || !(await isOver(provider, callId))) throw error;
    }
  }

  const queue = jobs.queue<SurplusCallEndRequest>('campaign-unwanted-calls', hangUpRetryOptions, end);
  return {
    order: (tx, order) => queue.send(order, tx),
    async tryNow(order) {
      try {
        await end(order);
      } catch (error) {
        log.error({ ...order, err: error }, 'a call that should not be could not be stopped yet');
      }
    },
  };
}

async function isOver(provider: VoiceProvider, callId: string): Promise<boolean> {
  const status = (await provider.getCall(callId))?.call_status;
  return status !== 'registered' && status !== 'ongoing';
}
