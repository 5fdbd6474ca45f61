/** API endpoints and schema for API tokens, which programs send instead of a session (docs/api.md). */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint, memberRoles } from './endpoint.ts';
import type { OpenApiDocument } from './openapi.ts';

export const apiTokenPrefix = 'vcr_';
export const maxApiTokens = 50;
export const defaultApiTokenLifetimeDays = 90;
export const maxApiTokenLifetimeDays = 400;
export const maxApiTokenAllowedAddresses = 20;

export const apiTokenSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  /** The lower of the API token's role and the present role of the user who created it. */
  role: z.enum(memberRoles),
  /** IP addresses and networks that may use the API token. If empty, all may. */
  addresses: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** When the API token was last used, rounded to the minute. Null if it never was. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

const addressError = 'Usa una dirección, como 203.0.113.7, o una red, como 203.0.113.0/24';
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: addressError });

const access = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const apiTokensEndpoints = {
  openApi: defineEndpoint('openApi', { access: 'public', response: z.custom<OpenApiDocument>() }),
  /** Newest first. */
  listTokens: defineEndpoint('listTokens', { access, tokens, response: z.array(apiTokenSchema) }),
  /** Creates an API token. The response is the only one that contains it. */
  createToken: defineEndpoint('createToken', {
    access,
    tokens,
    body: z.object({
      name: z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres'),
      role: z.enum(memberRoles),
      expiresInDays: z.number().int().min(1).max(maxApiTokenLifetimeDays).default(defaultApiTokenLifetimeDays),
      addresses: z.array(address).max(maxApiTokenAllowedAddresses).default([]),
    }),
    response: z.object({ id: uuidSchema, token: z.string() }),
    status: 201,
  }),
  /** Deletes an API token. The next request with it is refused. */
  deleteToken: defineEndpoint('deleteToken', {
    access,
    tokens,
    params: z.object({ id: uuidSchema }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
