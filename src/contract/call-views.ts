/** Saved views of the call history: a user's named combinations of filters, sort order and page size. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const callView = z.object({
  id: uuid,
  name: z.string(),
  /** Query string of the call history's URL, without the page number. */
  search: z.string(),
});
export type CallView = z.infer<typeof callView>;

export const callViewBody = z.object({
  name: z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres'),
  search: z.string().max(2_000),
});

const operator = { role: 'operator', workspace: 'current' } as const;
const params = z.object({ id: uuid });

/** Maximum number of saved views per user and workspace. */
export const mostCallViews = 50;

export const callViewsEndpoints = {
  /** By name. */
  listCallViews: endpoint('listCallViews', { access: operator, response: z.array(callView) }),
  /** Saves a view of the call history. 409 `conflict` if the name is taken or the user has `mostCallViews` views. */
  createCallView: endpoint('createCallView', { access: operator, body: callViewBody, response: callView, status: 201 }),
  updateCallView: endpoint('updateCallView', { access: operator, params, body: callViewBody, response: callView }),
  deleteCallView: endpoint('deleteCallView', { access: operator, params, status: 204 }),
};
