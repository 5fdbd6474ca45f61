/** API endpoints of checks before dialling: URLs that a campaign may ask about each person right before the call. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { maxRecipientCellLength, maxRecipientColumnNameLength, maxRejectionReasonLength } from './recipient-file.ts';

export const maxConfiguredDialChecks = 10;

export const configuredDialCheckSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  /** Host of the URL, for display. The path and query are left out, because they may contain a secret. */
  host: z.string(),
  createdAt: z.iso.datetime(),
});
export type ConfiguredDialCheck = z.infer<typeof configuredDialCheckSchema>;

/** Body of the signed request to a check before dialling. Header `webhook-id` is the attempt's id. */
export const outgoingDialCheckRequestSchema = z.strictObject({
  workspaceId: uuidSchema,
  campaignId: uuidSchema,
  phoneNumber: z.string(),
  variables: z.record(z.string(), z.string()),
});
export type OutgoingDialCheckRequest = z.infer<typeof outgoingDialCheckRequestSchema>;

/**
 * Response of a check before dialling, which is due within 3 seconds. Its `variables` are added to the agent's
 * variables for this call.
 */
export const dialCheckResponseSchema = z.object({
  call: z.boolean(),
  reason: z.string().nullish(),
  variables: z
    .record(
      z.string().min(1).max(maxRecipientColumnNameLength),
      z.union([z.string().max(maxRecipientCellLength), z.number(), z.boolean()]),
    )
    .refine((variables) => Object.keys(variables).length <= 100)
    .nullish(),
});
/** Maximum length of the reason in the response of a check before dialling. A longer one is cut. */
export const maxDialCheckReasonLength = maxRejectionReasonLength;

const admin = { role: 'admin', workspace: 'current' } as const;
const url = z.url({ protocol: /^https?$/, error: 'La dirección debe comenzar con https://' }).max(2_000);

export const dialChecksEndpoints = {
  listDialChecks: defineEndpoint('listDialChecks', {
    access: { role: 'editor', workspace: 'current' },
    response: z.array(configuredDialCheckSchema),
  }),
  /** Creates a check before dialling. Returns the secret that signs its requests, which is never shown again. */
  createDialCheck: defineEndpoint('createDialCheck', {
    access: admin,
    tokens: false,
    body: z.object({
      name: z.string().trim().min(1, 'El nombre es requerido').max(100, 'Como máximo 100 caracteres'),
      url,
    }),
    response: z.object({ id: uuidSchema, secret: z.string() }),
    status: 201,
  }),
  /** Deletes a check before dialling. Refused while an unfinished campaign uses the check. */
  deleteDialCheck: defineEndpoint('deleteDialCheck', {
    access: admin,
    tokens: false,
    params: z.object({ id: uuidSchema }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
