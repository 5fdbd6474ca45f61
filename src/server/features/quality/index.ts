/** Manual quality: the workspace's form, calls that people scored by it, and which to look at next. */
import type { Kysely } from 'kysely';
import { qualityEndpoints } from '../../../contract/quality.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Audit } from '../audit/index.ts';
import type { CallAmender } from '../calls/index.ts';

export interface QualityDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly amender: CallAmender;
}

export function createQuality(_deps: QualityDeps): Feature {
  const notYet = (): never => {
    throw new AppError('unavailable');
  };
  return {
    name: 'quality',
    registerRoutes(binder) {
      binder.bind(qualityEndpoints.getQualityForm, notYet);
      binder.bind(qualityEndpoints.putQualityForm, notYet);
      binder.bind(qualityEndpoints.getReviewQueue, notYet);
      binder.bind(qualityEndpoints.getCallReview, notYet);
      binder.bind(qualityEndpoints.putCallReview, notYet);
      binder.bind(qualityEndpoints.deleteCallReview, notYet);
    },
  };
}
