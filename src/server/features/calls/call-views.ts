/** Views of the history that a person keeps. */
import type { Kysely } from 'kysely';
import { callViewsEndpoints } from '../../../contract/call-views.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';

export interface CallViewsDeps {
  readonly db: Kysely<Schema>;
}

export function registerCallViews(binder: EndpointBinder, _deps: CallViewsDeps): void {
  const { listCallViews, createCallView, updateCallView, deleteCallView } = callViewsEndpoints;
  const away = () => {
    throw new AppError('unavailable');
  };
  binder.bind(listCallViews, away);
  binder.bind(createCallView, away);
  binder.bind(updateCallView, away);
  binder.bind(deleteCallView, away);
}
