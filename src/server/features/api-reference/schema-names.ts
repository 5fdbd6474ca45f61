/** Names of zod schemas in the API document. Generated API clients name their types after them. */
import { z } from 'zod';
import { apiEndpoints } from '../../../contract/api.ts';
import { numberBoundAgentSchema } from '../../../contract/agents.ts';
import {
  recipientAttemptSchema,
  recipientFileRowSchema,
  recipientWarningSchema,
  rejectedRecipientRowSchema,
} from '../../../contract/campaigns.ts';
import { copcFigureSchema } from '../../../contract/copc.ts';
import { errorBodySchema } from '../../../contract/errors.ts';
import {
  webhookEventDataSchemas,
  eventWebhookBodySchema,
  type outgoingEventKinds,
} from '../../../contract/event-webhooks.ts';
import { agentToolCallSchema, transcriptUtteranceSchema } from '../../../contract/calls.ts';

/** Turns 'call.started' into 'CallStarted'. */
const pascalCase = (kind: string): string =>
  kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Schemas of the bodies of the event webhooks that the console sends, by kind of event. */
export const outgoingWebhookEventBodySchemas = Object.entries(webhookEventDataSchemas).map(([kind, data]) => ({
  kind: kind as (typeof outgoingEventKinds)[number],
  body: eventWebhookBodySchema.extend({ type: z.literal(kind), data }),
}));

const named = {
  ApiError: errorBodySchema,
  Campaign: apiEndpoints.getCampaign.response,
  CreatedCampaign: apiEndpoints.createCampaign.response,
  CampaignInput: apiEndpoints.createCampaign.body,
  CampaignDraft: apiEndpoints.getCampaignDraft.response,
  CampaignEstimates: apiEndpoints.getCampaignEstimates.response,
  CampaignPreflight: apiEndpoints.preflightCampaign.response,
  CampaignSimulation: apiEndpoints.simulateCampaign.response,
  CampaignLogEntry: apiEndpoints.listCampaignLog.response.element,
  Recipient: apiEndpoints.listCampaignRecipients.response.element,
  RecipientAttempt: recipientAttemptSchema,
  RecipientInput: recipientFileRowSchema,
  RecipientWarning: recipientWarningSchema,
  RejectedRow: rejectedRecipientRowSchema,
  CallBack: apiEndpoints.getCallback.response,
  Call: apiEndpoints.listRecentCalls.response.element,
  ActiveCall: apiEndpoints.listActiveCalls.response.element,
  FoundCall: apiEndpoints.listCalls.response.element,
  CallDetail: apiEndpoints.getCall.response,
  Utterance: transcriptUtteranceSchema,
  ToolCall: agentToolCallSchema,
  CallView: apiEndpoints.listCallViews.response.element,
  DoNotCallEntry: apiEndpoints.addDoNotCall.response,
  DoNotCallList: apiEndpoints.listDoNotCallLists.response.element,
  CopcReport: apiEndpoints.getCopcMetrics.response,
  CopcFigure: copcFigureSchema,
  QualityForm: apiEndpoints.getQualityForm.response,
  Agent: apiEndpoints.listProviderAgents.response.element,
  BoundAgent: numberBoundAgentSchema,
  PhoneNumber: apiEndpoints.listPhoneNumbers.response.element,
  NumberUsage: apiEndpoints.listNumbers.response.shape.numbers.element,
  DialCheck: apiEndpoints.listDialChecks.response.element,
  Settings: apiEndpoints.getSettings.response,
  AuditEntry: apiEndpoints.listAuditLog.response.element,
  Alert: apiEndpoints.listAlerts.response.shape.alerts.element,
  EventWebhook: apiEndpoints.listEventWebhooks.response.element,
  EventDelivery: apiEndpoints.listEventDeliveries.response.element,
  ...Object.fromEntries(outgoingWebhookEventBodySchemas.map(({ kind, body }) => [`${pascalCase(kind)}Event`, body])),
} satisfies Record<string, z.ZodType>;

export const apiSchemaRegistry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) apiSchemaRegistry.add(schema, { id });
