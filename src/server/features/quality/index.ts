/** Feature for manual quality assurance: a workspace's form, reviews of calls, and the queue of calls to review. */
import { qualityEndpoints } from '../../../contract/quality.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { RequestIdentity } from '../../platform/http/identity.ts';
import type { ReviewAuthor, QualityDeps } from './quality-deps.ts';
import { saveQualityForm } from './quality-form.ts';
import { findNewestQualityForm } from './quality-form-store.ts';
import { readCallReview, removeCallReview, saveCallReview } from './review-calls.ts';
import { readCallReviewQueue } from './review-queue.ts';

interface Asked {
  readonly workspaceId: string;
  readonly identity: Pick<RequestIdentity, 'userId' | 'username'>;
  readonly request: { readonly ip: string };
}

export function createQualityFeature(deps: QualityDeps): ServerFeature {
  return {
    name: 'quality',
    registerRoutes(binder) {
      const { getQualityForm, putQualityForm, getReviewQueue, getCallReview, putCallReview, deleteCallReview } =
        qualityEndpoints;
      binder.bind(getQualityForm, ({ workspaceId }) => findNewestQualityForm(deps.db, workspaceId));
      binder.bind(putQualityForm, (asked) => saveQualityForm(deps, authorOf(asked), asked.body));
      binder.bind(getReviewQueue, ({ workspaceId }) => readCallReviewQueue(deps, workspaceId));
      binder.bind(getCallReview, async ({ workspaceId, params }) => ({
        review: await readCallReview(deps, workspaceId, params.id),
      }));
      binder.bind(putCallReview, async (asked) => ({
        review: await saveCallReview(deps, authorOf(asked), asked.params.id, asked.body),
      }));
      binder.bind(deleteCallReview, async (asked) => {
        await removeCallReview(deps, authorOf(asked), asked.params.id);
        return undefined;
      });
    },
  };
}

function authorOf({ workspaceId, identity: { userId, username }, request }: Asked): ReviewAuthor {
  return { workspaceId, userId, username, address: request.ip };
}
