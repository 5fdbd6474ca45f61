/** Saved views of the call history: a user's named combinations of filters, sort order and page size. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

export const savedCallViewSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  /** Query string of the call history's URL, without the page number. */
  search: z.string(),
});
export type SavedCallView = z.infer<typeof savedCallViewSchema>;

export const savedCallViewBodySchema = z.object({
  name: z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres'),
  search: z.string().max(2_000),
});

const operator = { role: 'operator', workspace: 'current' } as const;
const params = z.object({ id: uuidSchema });

/** Maximum number of saved views per user and workspace. */
export const maxSavedCallViews = 50;

export const callViewsEndpoints = {
  /** By name. */
  listCallViews: defineEndpoint('listCallViews', { access: operator, response: z.array(savedCallViewSchema) }),
  /**
   * Saves a view of the call history. 409 `conflict` if the name is taken or the user has the maximum number of views.
   */
  createCallView: defineEndpoint('createCallView', {
    access: operator,
    body: savedCallViewBodySchema,
    response: savedCallViewSchema,
    status: 201,
  }),
  updateCallView: defineEndpoint('updateCallView', {
    access: operator,
    params,
    body: savedCallViewBodySchema,
    response: savedCallViewSchema,
  }),
  deleteCallView: defineEndpoint('deleteCallView', { access: operator, params, status: 204 }),
};
