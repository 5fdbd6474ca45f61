/** Right to be forgotten: a person's data in the workspace are deleted everywhere. Statistics stay. */
import type { FastifyRequest } from 'fastify';
import { forgettingEndpoints as endpoints } from '../../../contract/forgetting.ts';
import type { Feature } from '../../platform/feature.ts';
import { eraseOldDigests } from '../campaigns/index.ts';
import {
  eraseAllWaitingRecipients,
  forgetCall,
  forgetNumber,
  previewForgetting,
  type Author,
  type ErasureDeps,
} from './erasure.ts';
import { createProviderContacts } from './provider-contacts.ts';
import { createProviderCopies, type ProviderCopiesDeps } from './provider-copies.ts';
import { createRetention, type Retention, type RetentionDeps } from './retention.ts';

export type ForgettingDeps = Omit<ErasureDeps, 'copies' | 'contacts'> &
  ProviderCopiesDeps &
  Pick<RetentionDeps, 'settings'> & {
    readonly directory: ProviderCopiesDeps['directory'] & RetentionDeps['directory'];
  };

export interface Forgetting extends Feature {
  /** Erases a workspace's calls that are older at `now` than its retention period, as the nightly job does. */
  applyRetention: Retention['apply'];
  /** Erases recipients who were pending when their call was erased, and who no longer are. Runs every hour. */
  eraseWaiting(): Promise<void>;
}

/** Declares the jobs of erasure and retention. Call it before `jobs.start`. */
export function createForgetting(given: ForgettingDeps): Forgetting {
  const deps = { ...given, copies: createProviderCopies(given), contacts: createProviderContacts(given) };
  const retention = createRetention(deps);
  given.jobs.schedule('old-digests-sweep', '43 * * * *', () => eraseOldDigests(given.db));
  given.jobs.schedule('waiting-erasures', '51 * * * *', () => eraseAllWaitingRecipients(deps));
  return {
    name: 'forgetting',
    applyRetention: (...asked) => retention.apply(...asked),
    eraseWaiting: () => eraseAllWaitingRecipients(deps),
    registerRoutes(binder) {
      binder.bind(endpoints.forgetCall, async ({ identity, workspaceId, params, request }) => {
        await forgetCall(deps, authorOf(identity, workspaceId, request), params.id);
        return undefined;
      });
      binder.bind(endpoints.previewForgetting, ({ workspaceId, body }) =>
        previewForgetting(deps, workspaceId, body.phoneNumber),
      );
      binder.bind(endpoints.listContactsToEmpty, ({ workspaceId }) => deps.contacts.list(workspaceId));
      binder.bind(endpoints.forgetNumber, ({ identity, workspaceId, body, request }) =>
        forgetNumber(deps, authorOf(identity, workspaceId, request), body.phoneNumber),
      );
    },
  };
}

function authorOf(
  identity: { userId: string; username: string },
  workspaceId: string,
  request: FastifyRequest,
): Author {
  return { workspaceId, userId: identity.userId, username: identity.username, address: request.ip };
}
