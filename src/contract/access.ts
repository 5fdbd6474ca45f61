/** Signing in, who am I, and the workspaces that a person belongs to. */
import { z } from 'zod';
import { endpoint, roles } from './endpoint.ts';

export const uuid = z.uuid();

export const currentUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.string().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** A workspace as its members see it. `role` is the caller's own; `apiKeyLast4` is all that lists ever carry of a key. */
export const workspace = z.object({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  role: z.enum(roles),
  retellWorkspaceId: z.string().nullable(),
  apiKeyLast4: z.string(),
  timeZone: z.string(),
  isCurrent: z.boolean(),
});
export type Workspace = z.infer<typeof workspace>;

const text = (max: number) => z.string().trim().max(max, `Como máximo ${max} caracteres`);
const optionalText = (max: number) => text(max).nullish().transform((value) => value || null);

export const loginBody = z.object({
  username: z.string().trim().min(1, 'El nombre de usuario es requerido').max(100),
  password: z.string().min(1, 'La contraseña es requerida').max(1000),
});

export const createWorkspaceBody = z.object({
  name: text(120).min(1, 'El nombre es requerido'),
  description: optionalText(500),
  retellApiKey: z.string().trim().min(1, 'La API Key de Retell es requerida').max(500),
  retellWorkspaceId: optionalText(200),
  /** The webhook-badged key, where the provider signs with another than the API key. */
  retellWebhookKey: optionalText(500),
});
export type CreateWorkspaceBody = z.input<typeof createWorkspaceBody>;

export const accessEndpoints = {
  login: endpoint('login', { access: 'public', body: loginBody, response: currentUser }),
  logout: endpoint('logout', { access: 'signedIn', response: z.object({ ok: z.literal(true) }) }),
  currentUser: endpoint('currentUser', { access: 'signedIn', response: currentUser }),
  autoAssignWorkspace: endpoint('autoAssignWorkspace', { access: 'signedIn', response: workspace }),
  appInfo: endpoint('appInfo', {
    access: 'public',
    response: z.object({ appName: z.string(), version: z.string(), buildDate: z.string() }),
  }),
  listWorkspaces: endpoint('listWorkspaces', { access: 'signedIn', response: z.array(workspace) }),
  currentWorkspace: endpoint('currentWorkspace', { access: 'signedIn', response: workspace }),
  createWorkspace: endpoint('createWorkspace', {
    // Editors of the current workspace, admins, and a person who belongs to none yet; the handler decides.
    access: 'signedIn',
    body: createWorkspaceBody,
    response: workspace,
    status: 201,
  }),
  switchWorkspace: endpoint('switchWorkspace', {
    access: { role: 'operator', workspace: 'path' },
    params: z.object({ id: uuid }),
    response: workspace,
  }),
};
