/** Feature for manual quality assurance: a workspace's form, reviews of calls, and the queue of calls to review. */
import { qualityEndpoints } from '../../../contract/quality.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Identity } from '../../platform/http/identity.ts';
import type { Author, QualityDeps } from './quality-deps.ts';
import { saveForm } from './quality-form.ts';
import { findNewestForm } from './quality-form-store.ts';
import { readReview, removeReview, scoreCall } from './review-calls.ts';
import { readReviewQueue } from './review-queue.ts';

interface Asked {
  readonly workspaceId: string;
  readonly identity: Pick<Identity, 'userId' | 'username'>;
  readonly request: { readonly ip: string };
}

export function createQuality(deps: QualityDeps): Feature {
  return {
    name: 'quality',
    registerRoutes(binder) {
      const { getQualityForm, putQualityForm, getReviewQueue, getCallReview, putCallReview, deleteCallReview } =
        qualityEndpoints;
      binder.bind(getQualityForm, ({ workspaceId }) => findNewestForm(deps.db, workspaceId));
      binder.bind(putQualityForm, (asked) => saveForm(deps, authorOf(asked), asked.body));
      binder.bind(getReviewQueue, ({ workspaceId }) => readReviewQueue(deps, workspaceId));
      binder.bind(getCallReview, async ({ workspaceId, params }) => ({
        review: await readReview(deps, workspaceId, params.id),
      }));
      binder.bind(putCallReview, async (asked) => ({
        review: await scoreCall(deps, authorOf(asked), asked.params.id, asked.body),
      }));
      binder.bind(deleteCallReview, async (asked) => {
        await removeReview(deps, authorOf(asked), asked.params.id);
        return undefined;
      });
    },
  };
}

function authorOf({ workspaceId, identity: { userId, username }, request }: Asked): Author {
  return { workspaceId, userId, username, address: request.ip };
}
