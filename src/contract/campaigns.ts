/** Outbound campaigns: what creates one, what a list shows of it, what stops it. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './access.ts';

export const maximumRecipients = 10_000;

/**
 * created: stored, not begun. scheduled: waits for its time. in_progress: dialling. paused: waits for a person or a time.
 * sent: all dialled, results pending. completed: all results in, or stopped. failed: deleted, or could not run.
 */
export const campaignStatuses = [
  'created',
  'scheduled',
  'in_progress',
  'paused',
  'sent',
  'completed',
  'failed',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Why the dispatcher paused a campaign: the provider's account is unpaid, or refuses the key. */
export const pauseReasons = ['no_valid_payment', 'key_rejected'] as const;
export type PauseReason = (typeof pauseReasons)[number];
/** Why a campaign that dials claims nobody now: outside the calling window, every number left had its attempts today. */
export const waitingReasons = ['calling_window', 'daily_attempts'] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** International format: plus sign, first digit 1-9, then 1 to 14 digits. */
export const phonePattern = /^\+[1-9]\d{1,14}$/;
export const phoneColumns = ['phone_number', 'phone number', 'phonenumber'] as const;
export const nameColumns = ['customer_name', 'customer name', 'name', 'cliente'] as const;

/** A recipient is a CSV row keyed by its column names; columns beyond phone and name travel as dynamic variables. */
export const recipientRow = z.record(z.string().min(1).max(200), z.string().max(5_000));
export type RecipientRow = z.infer<typeof recipientRow>;

/** A row that the person chose to leave out: kept with its reason, never dialled. `row` is its line in the file, header = 1. */
export const rejectedRow = z.object({
  row: z.number().int().min(1),
  reason: z.string().max(300),
  values: recipientRow,
});
export type RejectedRow = z.infer<typeof rejectedRow>;

export const createCampaignBody = z
  .object({
    name: z.string().trim().min(1, 'El nombre es requerido').max(200, 'Como máximo 200 caracteres'),
    successDefinition: z
      .string()
      .trim()
      .min(1, 'La definición de éxito es requerida')
      .max(4_000, 'Como máximo 4.000 caracteres'),
    phoneNumber: z.string().regex(phonePattern, 'El número de origen es requerido'),
    agentId: z.string().min(1).max(200).nullish(),
    recipients: z
      .array(recipientRow)
      .min(1, 'Se necesita al menos un destinatario')
      .max(maximumRecipients, 'Como máximo 10.000 destinatarios'),
    rejectedRows: z.array(rejectedRow).max(maximumRecipients).default([]),
    sendOption: z.enum(['now', 'scheduled']),
    scheduledDate: z.iso.date().nullish(),
    scheduledTime: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .nullish(),
  })
  .refine((body) => body.sendOption === 'now' || (body.scheduledDate && body.scheduledTime), {
    message: 'Indica fecha y hora de envío',
    path: ['scheduledDate'],
  });
export type CreateCampaignBody = z.input<typeof createCampaignBody>;

/**
 * A campaign with its counts. Counts are recipients by their best attempt: sent = accepted by the provider,
 * pickedUp = connected, contacted = human, completed = ended without an error reason, successful = goal reached.
 * total = pending + dialing + sent + undelivered + unconfirmed + skipped, at every moment.
 */
export const campaign = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(campaignStatuses),
  agentId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  lastSentAt: z.iso.datetime().nullable(),
  lastSentBy: z.string().nullable(),
  totalRecipients: z.number().int(),
  sentCount: z.number().int(),
  pickedUpCount: z.number().int(),
  contactedCount: z.number().int(),
  completedCount: z.number().int(),
  successfulCount: z.number().int(),
  /** Not yet tried, or waiting for another try. */
  pendingCount: z.number().int(),
  /** A try is under way whose acceptance is not yet known. */
  dialingCount: z.number().int(),
  /** Tried, and finally refused by the provider, or left when the campaign was stopped. */
  undeliveredCount: z.number().int(),
  /** 'Sin confirmar': whether the provider dialled can't be known; never redialled by itself. */
  unconfirmedCount: z.number().int(),
  /** Left out when their turn came: on the do-not-call list. */
  skippedCount: z.number().int(),
  /** Of the sent: calls whose end is not yet known. */
  liveCount: z.number().int(),
  duplicateCount: z.number().int(),
  rejectedCount: z.number().int(),
  phoneNumber: z.string(),
  sendOption: z.enum(['now', 'scheduled']),
  scheduledDate: z.string().nullable(),
  scheduledTime: z.string().nullable(),
  successDefinition: z.string(),
  /** Of a paused one. */
  pauseReason: z.enum(pauseReasons).nullable(),
  /** Of one that dials: why it waits, and until when. */
  waitingReason: z.enum(waitingReasons).nullable(),
  waitingUntil: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

const operator = { role: 'operator', workspace: 'current' } as const;
const editor = { role: 'editor', workspace: 'current' } as const;

export const campaignsEndpoints = {
  createCampaign: endpoint('createCampaign', {
    access: editor,
    body: createCampaignBody,
    // 10,000 recipients of a wide file.
    bodyLimit: 60 * 1024 * 1024,
    response: campaign,
    status: 201,
  }),
  listCampaigns: endpoint('listCampaigns', { access: operator, response: z.array(campaign) }),
  patchCampaign: endpoint('patchCampaign', {
    access: editor,
    params: z.object({ id: uuid }),
    body: z.object({ status: z.enum(['completed', 'failed']) }),
    response: campaign,
  }),
  campaignTemplate: endpoint('campaignTemplate', { access: operator }),
};
