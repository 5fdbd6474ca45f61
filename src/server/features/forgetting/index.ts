/** The right to be forgotten: what the workspace holds of a person is deleted everywhere at once, and the figures stay. */
import type { Kysely } from 'kysely';
import { forgettingEndpoints } from '../../../contract/forgetting.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';

export interface ForgettingDeps {
  readonly db: Kysely<Schema>;
}

export function createForgetting(_deps: ForgettingDeps): Feature {
  return {
    name: 'forgetting',
    registerRoutes(binder) {
      const away = () => {
        throw new AppError('unavailable');
      };
      binder.bind(forgettingEndpoints.forgetCall, away);
      binder.bind(forgettingEndpoints.previewForgetting, away);
      binder.bind(forgettingEndpoints.forgetNumber, away);
    },
  };
}
