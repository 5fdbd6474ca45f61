/** Entities as the API answers them, with what a test cares about overridden. */
import type { CurrentUser, Workspace } from '../../contract/access.ts';
import type { CallSummary } from '../../contract/calls.ts';
import type { Campaign } from '../../contract/campaigns.ts';

export const buildUser = (overrides: Partial<CurrentUser> = {}): CurrentUser => ({
  id: '00000000-0000-4000-8000-000000000001',
  username: 'jefa',
  email: null,
  ...overrides,
});

export const buildWorkspace = (overrides: Partial<Workspace> = {}): Workspace => ({
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Ventas Q1',
  description: null,
  role: 'admin',
  retellWorkspaceId: null,
  apiKeyLast4: '1234',
  timeZone: 'America/Argentina/Buenos_Aires',
  dateLocale: 'es-AR',
  currency: 'ARS',
  usdRate: null,
  isCurrent: true,
  ...overrides,
});

export const buildCall = (overrides: Partial<CallSummary> = {}): CallSummary => ({
  id: 'call_0001',
  callType: 'phone_call',
  direction: 'inbound',
  campaignId: null,
  customerName: null,
  fromNumber: '+541152890000',
  toNumber: '+541152891111',
  agentId: 'agent_1234',
  agentName: 'Sofía',
  startTimestamp: '2026-11-21T12:00:00.000Z',
  endTimestamp: null,
  occurredAt: '2026-11-21T12:00:00.000Z',
  durationMs: null,
  callStatus: 'in_progress',
  disconnectionReason: null,
  userSentiment: null,
  callSuccessful: null,
  campaignName: null,
  costCents: null,
  e2eP50Ms: null,
  erasedAt: null,
  ...overrides,
});

/** Completed, of nobody. */
export const buildCampaign = (overrides: Partial<Campaign> = {}): Campaign => ({
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'Renovación de otoño',
  status: 'completed',
  agentId: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  lastSentAt: null,
  lastSentBy: null,
  phoneNumber: '+541152890000',
  sendOption: 'now',
  scheduledDate: null,
  scheduledTime: null,
  successDefinition: 'El cliente acepta.',
  pauseReason: null,
  waitingReason: null,
  waitingUntil: null,
  retryPolicy: {},
  secondsLeft: null,
  totalRecipients: 0,
  sentCount: 0,
  pickedUpCount: 0,
  contactedCount: 0,
  completedCount: 0,
  successfulCount: 0,
  pendingCount: 0,
  retryingCount: 0,
  dialingCount: 0,
  undeliveredCount: 0,
  unconfirmedCount: 0,
  skippedCount: 0,
  liveCount: 0,
  duplicateCount: 0,
  rejectedCount: 0,
  ...overrides,
});
