/** Names of zod schemas in the API document, so that generated API clients have types with these names. */
import { z } from 'zod';
import { api } from '../../../contract/api.ts';
import { boundAgent } from '../../../contract/agents.ts';
import { recipientAttempt, recipientRow, recipientWarning, rejectedRow } from '../../../contract/campaigns.ts';
import { copcFigure } from '../../../contract/copc.ts';
import { errorBody } from '../../../contract/errors.ts';
import { eventDataSchemas, outgoingEvent, type eventKinds } from '../../../contract/event-webhooks.ts';
import { toolCall, utterance } from '../../../contract/calls.ts';

/** Turns 'call.started' into 'CallStarted'. */
const pascalCase = (kind: string): string =>
  kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Schemas of the bodies of the event webhooks that the console sends, by kind of event. */
export const eventBodies = Object.entries(eventDataSchemas).map(([kind, data]) => ({
  kind: kind as (typeof eventKinds)[number],
  body: outgoingEvent.extend({ type: z.literal(kind), data }),
}));

const named = {
  ApiError: errorBody,
  Campaign: api.getCampaign.response,
  CreatedCampaign: api.createCampaign.response,
  CampaignInput: api.createCampaign.body,
  CampaignDraft: api.getCampaignDraft.response,
  CampaignEstimates: api.getCampaignEstimates.response,
  CampaignPreflight: api.preflightCampaign.response,
  CampaignSimulation: api.simulateCampaign.response,
  CampaignLogEntry: api.listCampaignLog.response.element,
  Recipient: api.listCampaignRecipients.response.element,
  RecipientAttempt: recipientAttempt,
  RecipientInput: recipientRow,
  RecipientWarning: recipientWarning,
  RejectedRow: rejectedRow,
  CallBack: api.getCallback.response,
  Call: api.listRecentCalls.response.element,
  ActiveCall: api.listActiveCalls.response.element,
  FoundCall: api.listCalls.response.element,
  CallDetail: api.getCall.response,
  Utterance: utterance,
  ToolCall: toolCall,
  CallView: api.listCallViews.response.element,
  DoNotCallEntry: api.addDoNotCall.response,
  DoNotCallList: api.listDoNotCallLists.response.element,
  CopcReport: api.getCopcMetrics.response,
  CopcFigure: copcFigure,
  QualityForm: api.getQualityForm.response,
  Agent: api.listProviderAgents.response.element,
  BoundAgent: boundAgent,
  PhoneNumber: api.listPhoneNumbers.response.element,
  NumberUsage: api.listNumbers.response.shape.numbers.element,
  DialCheck: api.listDialChecks.response.element,
  Settings: api.getSettings.response,
  AuditEntry: api.listAuditLog.response.element,
  Alert: api.listAlerts.response.shape.alerts.element,
  EventWebhook: api.listEventWebhooks.response.element,
  EventDelivery: api.listEventDeliveries.response.element,
  ...Object.fromEntries(eventBodies.map(({ kind, body }) => [`${pascalCase(kind)}Event`, body])),
} satisfies Record<string, z.ZodType>;

export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) schemaNames.add(schema, { id });
