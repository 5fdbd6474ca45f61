/** An analysis that somebody has run again: the provider charges for it, and what it says replaces the older one. */
import type { Kysely } from 'kysely';
import { callsEndpoints } from '../../../contract/calls.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';

export interface AnalysisRerunDeps {
  readonly db: Kysely<Schema>;
}

export function registerAnalysisRerun(binder: EndpointBinder, _deps: AnalysisRerunDeps): void {
  binder.bind(callsEndpoints.rerunCallAnalysis, () => {
    throw new AppError('unavailable');
  });
}
