/** API tokens: what a program sends instead of a session (docs/api.md). */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint, roles } from './endpoint.ts';
import type { OpenApiDocument } from './openapi.ts';

export const tokenPrefix = 'vcr_';
/** Of one workspace, those that expired too. */
export const mostTokens = 50;
export const defaultTokenDays = 90;
export const longestTokenDays = 400;
export const mostTokenAddresses = 20;

export const apiToken = z.object({
  id: uuid,
  name: z.string(),
  /** What it may now: never more than whoever made it. */
  role: z.enum(roles),
  /** Networks and addresses that it may be used from; none: any. */
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** To the minute; null: never. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

const addressError = 'Usa una dirección, como 203.0.113.7, o una red, como 203.0.113.0/24';
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: addressError });

const access = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const tokensEndpoints = {
  /** The document of OpenAPI 3.1. It tells nothing of anybody. */
  openApi: endpoint('openApi', { access: 'public', response: z.custom<OpenApiDocument>() }),
  /** Newest first. */
  listTokens: endpoint('listTokens', { access, tokens, response: z.array(apiToken) }),
  /** The token is shown here and never again. */
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
  /** Whoever uses it is refused from the next request on. */
  deleteToken: endpoint('deleteToken', {
    access,
    tokens,
    params: z.object({ id: uuid }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
