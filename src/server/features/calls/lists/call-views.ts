/** Saved views of the call history. A view belongs to one user in one workspace. */
import type { Kysely } from 'kysely';
import { callViewsEndpoints, maxSavedCallViews } from '../../../../contract/call-views.ts';
import { savedCallViewParameterNames } from '../../../../contract/history-address.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import {
  updateSavedCallView,
  lockUserAndCountSavedCallViews,
  findSavedCallViews,
  insertSavedCallView,
  deleteSavedCallView,
} from './call-view-store.ts';

export interface SavedCallViewRoutesDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
}

const byName = new Intl.Collator('es', { numeric: true });

export function registerSavedCallViewRoutes(binder: EndpointBinder, { db, clock }: SavedCallViewRoutesDeps): void {
  const { listCallViews, createCallView, updateCallView, deleteCallView } = callViewsEndpoints;

  binder.bind(listCallViews, async ({ workspaceId, identity }) => {
    const views = await findSavedCallViews(db, { workspaceId, userId: identity.userId });
    return views.toSorted((a, b) => byName.compare(a.name, b.name));
  });

  binder.bind(createCallView, async ({ workspaceId, identity, body }) => {
    const owner = { workspaceId, userId: identity.userId };
    const view = { name: body.name, search: normaliseSearch(body.search) };
    return orTaken(
      db.transaction().execute(async (tx) => {
        if ((await lockUserAndCountSavedCallViews(tx, owner)) >= maxSavedCallViews) {
          throw new AppError('conflict', {
            message: `Puedes guardar hasta ${maxSavedCallViews} vistas. Elimina alguna antes.`,
          });
        }
        return insertSavedCallView(tx, owner, view, clock.now());
      }),
    );
  });

  binder.bind(updateCallView, async ({ workspaceId, identity, params, body }) => {
    const view = { id: params.id, name: body.name, search: normaliseSearch(body.search) };
    const changed = await orTaken(updateSavedCallView(db, { workspaceId, userId: identity.userId }, view));
    if (!changed) throw new AppError('not_found');
    return changed;
  });

  binder.bind(deleteCallView, async ({ workspaceId, identity, params }) => {
    const isGone = await deleteSavedCallView(db, { workspaceId, userId: identity.userId }, params.id);
    if (!isGone) throw new AppError('not_found');
    return undefined;
  });
}

/**
 * Normalises the query string of a saved view. Only known parameters are kept, each once and in a fixed order, with
 * their values trimmed.
 */
function normaliseSearch(search: string): string {
  const given = new URLSearchParams(search.replace(/^\?/, ''));
  const view = new URLSearchParams();
  for (const name of savedCallViewParameterNames) {
    const value = given.get(name)?.trim();
    if (value) view.set(name, value);
  }
  return view.toString();
}

async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if ((error as { readonly code?: string }).code !== '23505') throw error;
    throw new AppError('conflict', { message: 'Ya tienes una vista con ese nombre.', cause: error });
  }
}
