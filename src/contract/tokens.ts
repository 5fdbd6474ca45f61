/** API tokens, which a program sends instead of a session (docs/api.md). */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint, roles } from './endpoint.ts';
import type { OpenApiDocument } from './openapi.ts';

export const tokenPrefix = 'vcr_';
/** Maximum number of API tokens in a workspace, including expired ones. */
export const maxApiTokens = 50;
export const defaultTokenDays = 90;
export const longestTokenDays = 400;
export const mostTokenAddresses = 20;

export const apiToken = z.object({
  id: uuid,
  name: z.string(),
  /** The API token's present role, which never exceeds its maker's role. */
  role: z.enum(roles),
  /** IP addresses and networks from which the API token may be used. If empty, any address. */
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The API token's last use, rounded to the minute. Null if never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const addressError = 'Usa una dirección, como 203.0.113.7, o una red, como 203.0.113.0/24';
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: addressError });

const access = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const tokensEndpoints = {
  /** Returns the OpenAPI 3.1 document of this API. It contains no personal data. */
  openApi: endpoint('openApi', { access: 'public', response: z.custom<OpenApiDocument>() }),
  /** Newest first. */
  listTokens: endpoint('listTokens', { access, tokens, response: z.array(apiToken) }),
  /** Creates an API token and returns it. It is never shown again. */
  createToken: endpoint('createToken', {
    access,
    tokens,
    body: z.object({
      name: z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres'),
      role: z.enum(roles),
      expiresInDays: z.number().int().min(1).max(longestTokenDays).default(defaultTokenDays),
      addresses: z.array(address).max(mostTokenAddresses).default([]),
    }),
    response: z.object({ id: uuid, token: z.string() }),
    status: 201,
  }),
  /** Deletes an API token, which is refused from the next request on. */
  deleteToken: endpoint('deleteToken', {
    access,
    tokens,
    params: z.object({ id: uuid }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
