/** What stands around one call: what was received of it, earlier calls with the same number, how its agent usually does. */
import type { Kysely } from 'kysely';
import { callsEndpoints } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';

export interface CallContextDeps {
  readonly db: Kysely<Schema>;
}

export function registerCallContext(binder: EndpointBinder, _deps: CallContextDeps): void {
  binder.bind(callsEndpoints.getCallContext, () => {
    throw new AppError('unavailable');
  });
}
