/** Right to be forgotten: erases a person's data in the workspace and at the provider. Statistics remain. */
import type { FastifyRequest } from 'fastify';
import { forgettingEndpoints as endpoints } from '../../../contract/forgetting.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { eraseOldNumberDigests } from '../campaigns/index.ts';
import {
  eraseAllRecipientsWithDeferredErasure,
  eraseCallData,
  eraseNumberData,
  previewNumberErasure,
  type ErasureAuthor,
  type ErasureDeps,
} from './erasure.ts';
import { createProviderContactErasureJobs } from './provider-contacts.ts';
import { createProviderCopyDeletionJobs, type ProviderCopyDeletionDeps } from './provider-copies.ts';
import { createCallRetentionJobs, type CallRetentionJobs, type CallRetentionJobsDeps } from './retention.ts';

export type ForgettingFeatureDeps = Omit<ErasureDeps, 'copies' | 'contacts'> &
  ProviderCopyDeletionDeps &
  Pick<CallRetentionJobsDeps, 'settings'> & {
    readonly directory: ProviderCopyDeletionDeps['directory'] & CallRetentionJobsDeps['directory'];
  };

export interface ForgettingFeature extends ServerFeature {
  /** Erases a workspace's calls that have passed its retention period at the time `now`, as the nightly job does. */
  applyRetention: CallRetentionJobs['apply'];
  /**
   * Erases recipients who could not be erased with their call because they were still pending. They are erased once
   * they are no longer pending. Runs every hour.
   */
  eraseWaiting(): Promise<void>;
}

/**
 * Creates the feature that erases calls and deletes old ones. It declares the feature's jobs, so call it before
 * `jobs.start`.
 */
export function createForgettingFeature(given: ForgettingFeatureDeps): ForgettingFeature {
  const deps = {
    ...given,
    copies: createProviderCopyDeletionJobs(given),
    contacts: createProviderContactErasureJobs(given),
  };
  const retention = createCallRetentionJobs(deps);
  given.jobs.schedule('old-digests-sweep', '43 * * * *', () => eraseOldNumberDigests(given.db));
  given.jobs.schedule('waiting-erasures', '51 * * * *', () => eraseAllRecipientsWithDeferredErasure(deps));
  return {
    name: 'forgetting',
    applyRetention: (...asked) => retention.apply(...asked),
    eraseWaiting: () => eraseAllRecipientsWithDeferredErasure(deps),
    registerRoutes(binder) {
      binder.bind(endpoints.forgetCall, async ({ identity, workspaceId, params, request }) => {
        await eraseCallData(deps, authorOf(identity, workspaceId, request), params.id);
        return undefined;
      });
      binder.bind(endpoints.previewForgetting, ({ workspaceId, body }) =>
        previewNumberErasure(deps, workspaceId, body.phoneNumber),
      );
      binder.bind(endpoints.listContactsToEmpty, ({ workspaceId }) => deps.contacts.list(workspaceId));
      binder.bind(endpoints.forgetNumber, ({ identity, workspaceId, body, request }) =>
        eraseNumberData(deps, authorOf(identity, workspaceId, request), body.phoneNumber),
      );
    },
  };
}

function authorOf(
  identity: { userId: string; username: string },
  workspaceId: string,
  request: FastifyRequest,
): ErasureAuthor {
  return { workspaceId, userId: identity.userId, username: identity.username, address: request.ip };
}
