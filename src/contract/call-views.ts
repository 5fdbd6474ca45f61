/** Personal views of the call history: a name for filters, order and page size. Each person sees only their own. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const callView = z.object({
  id: uuid,
  name: z.string(),
  /** The query string of the history's address, without the page. */
  search: z.string(),
});
export type CallView = z.infer<typeof callView>;

export const callViewBody = z.object({
  name: z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres'),
  search: z.string().max(2_000),
});

const operator = { role: 'operator', workspace: 'current' } as const;
const params = z.object({ id: uuid });

/** The maximum number of views per person and workspace. */
export const mostCallViews = 50;

export const callViewsEndpoints = {
  /** By name. */
  listCallViews: endpoint('listCallViews', { access: operator, response: z.array(callView) }),
  /** 409 `conflict` if the name exists in any case, or `mostCallViews` is reached. Unknown parameters are dropped. */
  createCallView: endpoint('createCallView', { access: operator, body: callViewBody, response: callView, status: 201 }),
  updateCallView: endpoint('updateCallView', { access: operator, params, body: callViewBody, response: callView }),
  deleteCallView: endpoint('deleteCallView', { access: operator, params, status: 204 }),
};
