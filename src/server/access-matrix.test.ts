/**
 * Access to every endpoint over HTTP for every kind of person, compared with a table written by hand. The table is not
 * derived from the contract, so that a wrongly declared role is noticed.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInWays } from '../contract/access.ts';
import { apiEndpoints } from '../contract/api.ts';
import type { Endpoint, Role } from '../contract/endpoint.ts';
import { apiRoutes, type ApiRouteName } from '../contract/routes.ts';
import { hostileRequests, sendHostile } from './testing/hostile-inputs.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { openInputDoor } from './testing/input-door.ts';
import { startTestApp, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';
import { testOidc } from './testing/oidc-issuer.ts';
import { waitFor } from './testing/wait-for.ts';
import { watchRefusals } from './testing/watch-refusals.ts';

/**
 * in: admitted (the rest is the endpoint's business). out: not_signed_in. no: forbidden. none: no workspace. hidden:
 * ids of another workspace do not exist. own: admitted, without seeing our data.
 */
type Verdict = 'in' | 'out' | 'no' | 'none' | 'hidden' | 'own';

/** nobody: no session. homeless: without workspace. stranger: admin of another workspace, using our ids. */
const people = ['nobody', 'homeless', 'stranger', 'operator', 'editor', 'admin'] as const;
type Person = (typeof people)[number];

const everyone = 'in in in in in in';
const signedIn = 'out in own in in in';
const reads = 'out none own in in in';
const readsOne = 'out none hidden in in in';
const edits = 'out none own no in in';
const editsOne = 'out none hidden no in in';
const administers = 'out none own no no in';
const administersOne = 'out none hidden no no in';
const administersPath = 'out hidden hidden no no in';

const matrix: Readonly<Record<ApiRouteName, string>> = {
  login: everyone,
  loginByCode: everyone,
  askRecovery: everyone,
  readPasswordLink: everyone,
  setPasswordByLink: everyone,
  beginPasskeySignIn: everyone,
  signInByPasskey: everyone,
  beginPasskeyStep: everyone,
  loginByPasskey: everyone,
  appInfo: everyone,
  openApi: everyone,
  receiveWebhook: everyone,
  startSignOn: everyone,
  finishSignOn: everyone,
  receiveLogout: everyone,
  logout: signedIn,
  getOwnIdentity: signedIn,
  linkOwnIdentity: signedIn,
  unlinkOwnIdentity: signedIn,
  currentUser: signedIn,
  autoAssignWorkspace: 'out none own in in in',
  listWorkspaces: signedIn,
  currentWorkspace: 'out none own in in in',
  createWorkspace: 'out in own no in in',
  serviceStatus: signedIn,
  changeOwnPassword: signedIn,
  countOwnTokens: signedIn,
  endOtherSessions: signedIn,
  listSessions: signedIn,
  // An id that is not one of their sessions.
  endSession: 'out hidden hidden hidden hidden hidden',
  getSecondFactor: signedIn,
  beginSecondFactor: signedIn,
  confirmSecondFactor: signedIn,
  renewRecoveryCodes: signedIn,
  endSecondFactor: signedIn,
  markSecondFactorResetSeen: signedIn,
  getOwnEmail: signedIn,
  sendEmailLink: signedIn,
  confirmEmail: signedIn,
  listPasskeys: signedIn,
  beginPasskey: signedIn,
  addPasskey: signedIn,
  confirmByPasskey: signedIn,
  // Only the person's own passkeys.
  renamePasskey: 'out hidden hidden hidden hidden hidden',
  removePasskey: 'out hidden hidden hidden hidden hidden',
  getSignInFailures: signedIn,
  markSignInFailuresRead: signedIn,
  switchWorkspace: 'out hidden hidden in in in',
  updateWorkspace: administersPath,
  showApiKey: administersPath,
  checkConnection: administersPath,
  listMembers: administersPath,
  addMember: administersPath,
  changeMemberRole: administersPath,
  // Before the person is removed, because nobody may set the password of a person without workspace.
  resetSecondFactor: administersOne,
  setUserIdentity: administersOne,
  inviteUser: administersOne,
  removeMember: administersPath,
  listInvitations: signedIn,
  acceptInvitation: 'out hidden hidden hidden hidden hidden',
  refuseInvitation: 'out hidden hidden hidden hidden hidden',
  listUsers: edits,
  createUser: administers,
  updateUser: administersOne,
  deleteUser: administersOne,
  listSignOnRules: administers,
  createSignOnRule: administers,
  deleteSignOnRule: administersOne,
  getSettings: reads,
  putSettings: edits,
  listAuditLog: administers,
  listAlerts: reads,
  markAlertsRead: reads,
  testAlertChannel: edits,
  listDialChecks: edits,
  createDialCheck: administers,
  deleteDialCheck: administersOne,
  listEventWebhooks: administers,
  createEventWebhook: administers,
  updateEventWebhook: administersOne,
  deleteEventWebhook: administersOne,
  listEventDeliveries: administersOne,
  replayEvents: administersOne,
  listDoNotCall: edits,
  addDoNotCall: edits,
  removeDoNotCall: editsOne,
  listDoNotCallLists: edits,
  uploadDoNotCallList: edits,
  removeDoNotCallList: editsOne,
  listProviderAgents: reads,
  listPhoneNumbers: reads,
  listAgents: reads,
  listAgentWebhooks: administers,
  connectAgents: administersOne,
  putBackAgents: administersOne,
  getFirstSteps: edits,
  hideFirstSteps: edits,
  webhookUrl: edits,
  rotateWebhookUrl: administers,
  listTokens: administers,
  createToken: administers,
  deleteToken: administersOne,
  webhookStatus: reads,
  listCalls: reads,
  listFilteredCalls: reads,
  listRecentCalls: reads,
  listActiveCalls: reads,
  exportCalls: reads,
  listCallViews: reads,
  createCallView: reads,
  updateCallView: readsOne,
  deleteCallView: readsOne,
  previewForgetting: administers,
  listContactsToEmpty: administers,
  forgetNumber: administers,
  forgetCall: administersOne,
  getCallContext: readsOne,
  getCallNeighbours: readsOne,
  rerunCallAnalysis: editsOne,
  getCall: readsOne,
  getRecording: readsOne,
  getRecordingAudio: readsOne,
  openLiveCall: readsOne,
  whisperToCall: editsOne,
  listenToCall: readsOne,
  // A listening belongs to its listener alone.
  offerSound: 'out none hidden hidden hidden hidden',
  keepListening: 'out none hidden hidden hidden hidden',
  takeOverCall: 'out none hidden no hidden hidden',
  stopListening: 'out none hidden hidden hidden hidden',
  hangUpCall: editsOne,
  getCallback: readsOne,
  setCallback: editsOne,
  cancelCallback: editsOne,
  createCampaign: edits,
  listCampaigns: reads,
  listCalledCampaigns: reads,
  patchCampaign: editsOne,
  addRecipients: editsOne,
  campaignTemplate: reads,
  getCampaignEstimates: reads,
  getCampaignLines: reads,
  preflightCampaign: edits,
  simulateCampaign: edits,
  placeTestCall: edits,
  listNumbers: edits,
  takeBackNumber: editsOne,
  getCampaign: readsOne,
  listCampaignRecipients: readsOne,
  listCampaignLog: readsOne,
  exportCampaignResults: readsOne,
  exportRejectedRows: readsOne,
  getCampaignDraft: editsOne,
  countUncontacted: editsOne,
  getMetrics: reads,
  getCallVolume: reads,
  getAgentUsage: reads,
  getAgentSentiment: reads,
  getAgentPerformance: reads,
  getAnalytics: reads,
  getVerdict: reads,
  getCopcAgents: reads,
  getDialingHours: reads,
  getAgentScorecards: reads,
  getAgentReport: readsOne,
  getCopcMetrics: reads,
  getQualityForm: reads,
  putQualityForm: edits,
  getReviewQueue: reads,
  getCallReview: readsOne,
  putCallReview: editsOne,
  deleteCallReview: editsOne,
};

/**
 * Endpoints with a role in the current workspace that no API token may call: keys, tokens, users, outgoing addresses
 * and personal things. No token may call endpoints that need only a session or have the workspace in the path.
 */
const closedToTokens: ReadonlySet<ApiRouteName> = new Set([
  'listenToCall',
  'offerSound',
  'keepListening',
  'takeOverCall',
  'stopListening',
  'listTokens',
  'createToken',
  'deleteToken',
  'listUsers',
  'createUser',
  'updateUser',
  'deleteUser',
  'resetSecondFactor',
  'setUserIdentity',
  'listSignOnRules',
  'createSignOnRule',
  'deleteSignOnRule',
  'inviteUser',
  'putSettings',
  'markAlertsRead',
  'testAlertChannel',
  'createDialCheck',
  'deleteDialCheck',
  'createEventWebhook',
  'updateEventWebhook',
  'deleteEventWebhook',
  'getFirstSteps',
  'hideFirstSteps',
  'webhookUrl',
  'rotateWebhookUrl',
  'openLiveCall',
  'listAgentWebhooks',
  'connectAgents',
  'putBackAgents',
  // a session's own
  'autoAssignWorkspace',
  'currentWorkspace',
  'createWorkspace',
]);
const sessionsAlone: ReadonlySet<string> = new Set([signedIn, administersPath]);

/** Programs: with a token of each role, of another workspace, and with invalid tokens. */
const programs = {
  operatorToken: 'operator',
  editorToken: 'editor',
  adminToken: 'admin',
  strangerToken: 'stranger',
} as const;
const deadTokens = ['expired', 'revoked', 'elsewhere', 'invented'] as const;

function verdictOfProgram(name: ApiRouteName, who: keyof typeof programs): string {
  const row = matrix[name];
  if (row === everyone) return 'in';
  const [, homeless = ''] = row.split(' ');
  const isClosed = closedToTokens.has(name) || sessionsAlone.has(row) || homeless === 'hidden';
  return isClosed ? 'no' : (row.split(' ')[people.indexOf(programs[who])] ?? '');
}

/** The ids in our workspace that addresses need, made again for each person who may delete them. */
interface Subjects {
  readonly userId: string;
  readonly username: string;
  readonly callId: string;
  /** Nobody reads it. */
  readonly doomedCallId: string;
  /** A view of the person if they may have one, otherwise of our admin. */
  readonly viewId: string;
  readonly campaignId: string;
  readonly numberKey: string;
  readonly listId: string;
  readonly checkId: string;
  readonly webhookId: string;
  readonly tokenId: string;
  readonly ruleId: string;
  /** An invitation of a person who is not among the callers. */
  readonly invitationId: string;
}

let test: TestApp;
let ours: TestWorkspace;
let theirs: TestWorkspace;
let strangerToken: Program;
let phoneNumber: string;
let callId: string;
let doomedCallId: string;
let agentId: string;
let made = 0;

beforeAll(async () => {
  const accounts = ['ours', 'theirs'].map((name) => ({ key: `key_doors_${name}_000`, orgName: name }));
  // The caller chooses the address by which requests are limited. The identity provider is unreachable, because access
  // does not depend on it.
  const oidc = { ...testOidc, issuer: 'http://127.0.0.1:1' };
  const publicUrl = 'https://consola.ejemplo.com';
  test = await startTestApp({ simulator: { accounts }, config: { trustProxy: true, publicUrl, oidc } });
  ours = await test.createWorkspace('key_doors_ours_000');
  theirs = await test.createWorkspace('key_doors_theirs_000');
  strangerToken = await makeToken('admin', theirs);
  const [number] = await ours.admin.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  phoneNumber = number?.phone_number ?? '';
  await test.database.pool.query(
    'insert into origin_numbers (workspace_id, phone_number, set_aside_at) values ($1, $2, clock_timestamp())',
    [ours.id, phoneNumber],
  );
  const [agent] = await ours.admin.get<{ agent_id: string }[]>('/api/agents');
  agentId = agent?.agent_id ?? '';
  await ours.admin.post('/api/campaigns', campaignBody('Puertas abiertas', 20));
  // The call is over, so that it has its recording.
  const finished = await waitFor('two finished calls', async () => {
    const calls = await ours.admin.get<{ id: string }[]>('/api/calls/all?status=ended&pageSize=2');
    return calls.length === 2 && calls;
  });
  [callId = '', doomedCallId = ''] = finished.map(({ id }) => id);
});
afterAll(() => test.stop());

/** Far in the future, so that nobody is dialled meanwhile. */
const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;

async function makeCampaign(): Promise<string> {
  const { id } = await ours.admin.post<{ id: string }>('/api/campaigns', {
    ...campaignBody('Puertas nuestras', 20),
    ...later,
  });
  return id;
}

const campaignBody = (name: string, count: number) => ({
  name,
  successDefinition: 'Acepta',
  phoneNumber,
  recipients: Array.from({ length: count }, () => ({
    phone_number: `+54911455${String(++made).padStart(5, '0')}`,
    customer_name: 'Ana',
  })),
  sendOption: 'now',
});

/** Inserted directly, because there are more than a workspace may have. */
async function insertCheck(): Promise<string> {
  const { rows } = await test.database.pool.query<{ id: string }>(
    `insert into dial_checks (workspace_id, id, name, url, secret_encrypted)
     values ($1, gen_random_uuid(), 'CRM', 'https://ejemplo.com/', '') returning id`,
    [ours.id],
  );
  return rows[0]?.id ?? '';
}

/** An event that does not occur here, because it would be sent repeatedly to an address that never answers. */
const rareEvents = { url: 'https://ejemplo.com/eventos', events: ['campaign.paused'] };

async function makeSubjects(viewer: HttpClient): Promise<Subjects> {
  const number = ++made;
  const username = `sujeto-${number}`;
  const user = await ours.admin.post<{ id: string }>('/api/users', { username, password: 'una clave' });
  const entry = await ours.admin.post<{ numberKey: string }>('/api/do-not-call', {
    phoneNumber: `+5493514${String(number).padStart(6, '0')}`,
  });
  const upload = await ours.admin.request('POST', `/api/do-not-call/lists?kind=upload&name=lista-${number}`, {
    body: `+5493515${String(number).padStart(6, '0')}`,
    headers: { 'content-type': 'text/plain' },
  });
  const list = (await upload.json()) as { id: string };
  const token = await ours.admin.post<{ id: string }>('/api/tokens', { name: `Token ${number}`, role: 'operator' });
  const webhook = await ours.admin.post<{ id: string }>('/api/event-webhooks', rareEvents);
  const ruled = { claim: 'groups', value: `sujeto-${number}`, role: 'operator' };
  const rule = await ours.admin.post<{ id: string }>('/api/sign-on-rules', ruled);
  const view = await viewer.post<{ id: string }>('/api/calls/views', { name: `Vista ${number}`, search: '' });
  const somebody = await (await test.signIn()).get<{ username: string }>('/api/auth/user');
  const invited = await ours.admin.post<{ id: string }>(`/api/workspaces/${ours.id}/members`, {
    username: somebody.username,
  });
  return {
    invitationId: invited.id,
    userId: user.id,
    username,
    callId,
    doomedCallId,
    viewId: view.id,
    campaignId: await makeCampaign(),
    numberKey: entry.numberKey,
    listId: list.id,
    checkId: await insertCheck(),
    webhookId: webhook.id,
    tokenId: token.id,
    ruleId: rule.id,
  };
}

const idOf: Partial<Record<ApiRouteName, (subjects: Subjects) => string>> = {
  acceptInvitation: ({ invitationId }) => invitationId,
  refuseInvitation: ({ invitationId }) => invitationId,
  updateUser: ({ userId }) => userId,
  resetSecondFactor: ({ userId }) => userId,
  setUserIdentity: ({ userId }) => userId,
  deleteSignOnRule: ({ ruleId }) => ruleId,
  inviteUser: ({ userId }) => userId,
  deleteUser: ({ userId }) => userId,
  getAgentReport: () => agentId,
  getCall: (subjects) => subjects.callId,
  getRecording: (subjects) => subjects.callId,
  openLiveCall: (subjects) => subjects.callId,
  whisperToCall: (subjects) => subjects.callId,
  listenToCall: (subjects) => subjects.callId,
  hangUpCall: (subjects) => subjects.callId,
  getCallback: (subjects) => subjects.callId,
  setCallback: (subjects) => subjects.callId,
  cancelCallback: (subjects) => subjects.callId,
  forgetCall: (subjects) => subjects.doomedCallId,
  getRecordingAudio: (subjects) => subjects.callId,
  getCallContext: (subjects) => subjects.callId,
  rerunCallAnalysis: (subjects) => subjects.callId,
  updateCallView: ({ viewId }) => viewId,
  deleteCallView: ({ viewId }) => viewId,
  getCallNeighbours: (subjects) => subjects.callId,
  getCallReview: (subjects) => subjects.callId,
  putCallReview: (subjects) => subjects.callId,
  deleteCallReview: (subjects) => subjects.callId,
  patchCampaign: ({ campaignId }) => campaignId,
  addRecipients: ({ campaignId }) => campaignId,
  getCampaign: ({ campaignId }) => campaignId,
  listCampaignRecipients: ({ campaignId }) => campaignId,
  listCampaignLog: ({ campaignId }) => campaignId,
  exportCampaignResults: ({ campaignId }) => campaignId,
  exportRejectedRows: ({ campaignId }) => campaignId,
  getCampaignDraft: ({ campaignId }) => campaignId,
  countUncontacted: ({ campaignId }) => campaignId,
  removeDoNotCallList: ({ listId }) => listId,
  deleteToken: ({ tokenId }) => tokenId,
  deleteDialCheck: ({ checkId }) => checkId,
  updateEventWebhook: ({ webhookId }) => webhookId,
  deleteEventWebhook: ({ webhookId }) => webhookId,
  listEventDeliveries: ({ webhookId }) => webhookId,
  replayEvents: ({ webhookId }) => webhookId,
};

/** Required query parameters of endpoints. */
const queryOf: Partial<Record<ApiRouteName, string>> = {
  uploadDoNotCallList: 'kind=upload&name=otra',
  getCopcAgents: 'metric=aht',
};

function addressOf(name: ApiRouteName, subjects: Subjects): string {
  const query = queryOf[name] === undefined ? '' : `?${queryOf[name]}`;
  return (
    apiRoutes[name].path
      .replace(':token', 'x'.repeat(43))
      .replace(':userId', subjects.userId)
      .replace(':numberKey', encodeURIComponent(subjects.numberKey))
      .replace(':number', encodeURIComponent(phoneNumber))
      .replace(':id', idOf[name]?.(subjects) ?? ours.id) + query
  );
}

/** Valid bodies, so that only the caller decides. */
function bodyOf(name: ApiRouteName, subjects: Subjects, who: Person): unknown {
  switch (name) {
    case 'login':
      return { username: `nadie-${who}`, password: 'equivocada' };
    case 'loginByCode':
      return { challenge: 'x'.repeat(43), code: '000000' };
    case 'askRecovery':
      return { username: `nadie-${who}` };
    case 'readPasswordLink':
    case 'confirmEmail':
      return { token: 'x'.repeat(43) };
    case 'setPasswordByLink':
      return { token: 'x'.repeat(43), password: 'otra clave' };
    case 'confirmSecondFactor':
    case 'renewRecoveryCodes':
    case 'endSecondFactor':
      return { code: '000000' };
    case 'linkOwnIdentity':
    case 'unlinkOwnIdentity':
      return { currentPassword: 'equivocada' };
    case 'setUserIdentity':
      return { subject: `sujeto de ${who}` };
    case 'createSignOnRule':
      return { claim: 'groups', value: `de ${who}`, role: 'operator' };
    case 'addPasskey':
      return { name: 'Portátil', passkey: { id: 'YQ', clientDataJSON: 'YQ', attestationObject: 'YQ', transports: [] } };
    case 'renamePasskey':
      return { name: 'Portátil' };
    case 'beginPasskey':
    case 'removePasskey':
      return { proof: { password: 'equivocada' } };
    case 'signInByPasskey':
    case 'beginPasskeyStep':
    case 'loginByPasskey':
      return {
        ...(name !== 'signInByPasskey' && { challenge: 'x'.repeat(43) }),
        ...(name !== 'beginPasskeyStep' && {
          passkey: { id: 'YQ', clientDataJSON: 'YQ', authenticatorData: 'YQ', signature: 'YQ' },
        }),
      };
    case 'changeOwnPassword':
      return { currentPassword: 'equivocada', newPassword: 'otra clave' };
    case 'createWorkspace':
      return { name: 'Otro', retellApiKey: 'key_que_no_existe' };
    case 'addMember':
      return { username: subjects.username, role: 'operator' };
    case 'changeMemberRole':
      return { role: 'editor' };
    case 'createUser':
      return { username: `nuevo-${who}`, password: 'una clave' };
    case 'updateUser':
      return { username: subjects.username, isActive: 'true' };
    case 'markSignInFailuresRead':
    case 'markAlertsRead':
      return { until: new Date().toISOString() };
    case 'testAlertChannel':
      return { channel: 'email' };
    case 'createDialCheck':
      return { name: 'CRM', url: 'https://ejemplo.com/consulta' };
    case 'createEventWebhook':
      return rareEvents;
    case 'createToken':
      return { name: `Programa de ${who}`, role: 'operator', expiresInDays: 1, addresses: ['10.0.0.0/8'] };
    case 'replayEvents':
      return { since: new Date().toISOString() };
    case 'addDoNotCall':
      return { phoneNumber: '+5493516000001' };
    case 'createCampaign':
      return { ...campaignBody(`Puertas de ${who}`, 1), ...later };
    case 'addRecipients':
      return { recipients: [{ phone_number: '+5493514000002', customer_name: who }] };
    case 'patchCampaign':
      return { status: 'completed' };
    case 'preflightCampaign':
      return { phoneNumbers: ['+5493514000001'], sendOption: 'now' };
    case 'simulateCampaign':
      return { callable: 3, sendOption: 'now' };
    case 'previewForgetting':
    case 'forgetNumber':
      return { phoneNumber: '+5493518000001' };
    case 'createCallView':
    case 'updateCallView':
      return { name: `${name} de ${who}`, search: 'status=ended' };
    case 'connectAgents':
      return { agents: [{ agentId, from: null }] };
    case 'putBackAgents':
      return { agentIds: [agentId] };
    case 'putQualityForm':
      return {
        version: 0,
        passPercent: 80,
        criteria: [{ id: 'saludo', text: 'Saluda', part: 'script', critical: false }],
      };
    case 'whisperToCall':
      return { text: 'Ofrece el plan en cuotas.' };
    case 'offerSound':
      return { sdp: 'v=0' };
    case 'keepListening':
      return { isHeard: true };
    case 'putCallReview':
      return { formVersion: 0, answers: {}, note: null };
    case 'setCallback':
      return { at: new Date(Date.now() + 3_600_000).toISOString() };
    case 'placeTestCall':
      return { phoneNumber: campaignBody('', 0).phoneNumber, toNumber: '+5493514000001' };
    default:
      return {};
  }
}

const ownViews: ReadonlySet<Person> = new Set(['operator', 'editor', 'admin']);

async function ask(
  name: ApiRouteName,
  client: HttpClient,
  subjects: Subjects,
  who: Person,
): Promise<{ status: number; text: string; code: string }> {
  const { method } = apiRoutes[name];
  const raw = name === 'uploadDoNotCallList';
  const response = await client.request(method, addressOf(name, subjects), {
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: raw ? '+5493517000001' : bodyOf(name, subjects, who) }),
    ...(raw ? { headers: { 'content-type': 'text/plain' } } : {}),
  });
  const text = await response.text();
  let code = '';
  if (response.status >= 400) code = (JSON.parse(text) as { code: string }).code;
  return { status: response.status, text, code };
}

const refusals: Readonly<Record<string, Verdict>> = {
  not_signed_in: 'out',
  invalid_token: 'out',
  forbidden: 'no',
  no_workspace: 'none',
  not_found: 'hidden',
};

function verdictOf({ code, text }: { code: string; text: string }, who: Person, secrets: readonly string[]): Verdict {
  const refused = refusals[code];
  if (refused) return refused;
  if (who !== 'stranger') return 'in';
  return secrets.some((secret) => text.includes(secret)) ? 'in' : 'own';
}

it.each([
  ...people.map((who) => [who, 'password'] as const),
  ...signInWays.flatMap((way) => (['operator', 'editor', 'admin'] as const).map((who) => [who, way] as const)).slice(3),
])('lets %s do what the table says, at every endpoint, signed in by %s', async (who, way) => {
  const clients: Record<Person, () => Promise<HttpClient>> = {
    nobody: async () => test.client(),
    homeless: () => test.signIn(),
    stranger: async () => theirs.admin,
    operator: () => test.signIn('operator', ours.id),
    editor: () => test.signIn('editor', ours.id),
    admin: () => test.signIn('admin', ours.id),
  };
  const client = await clients[who]();
  await test.database.db.updateTable('sessions').set({ way }).execute();
  const subjects = await makeSubjects(ownViews.has(who) ? client : ours.admin);
  expect(await wrongDoors(client, subjects, who, (name) => matrix[name].split(' ')[people.indexOf(who)] ?? '')).toEqual(
    [],
  );
});

interface Program {
  readonly id: string;
  readonly program: HttpClient;
}

async function makeToken(role: Role, workspace = ours, more: object = {}): Promise<Program> {
  const order = { name: `Programa ${++made}`, role, ...more };
  const { id, token } = await workspace.admin.post<{ id: string; token: string }>('/api/tokens', order);
  return { id, program: createHttpClient(test.url, { authorization: `Bearer ${token}` }) };
}

it.each(Object.keys(programs) as (keyof typeof programs)[])(
  'lets %s do what the table says, and nothing that is closed to tokens',
  async (who) => {
    const role = programs[who];
    const { program } = role === 'stranger' ? strangerToken : await makeToken(role);
    const subjects = await makeSubjects(role === 'stranger' ? ours.admin : program);
    expect(await wrongDoors(program, subjects, role, (name) => verdictOfProgram(name, who))).toEqual([]);
  },
);

it('lets nobody in with a token that expired, was revoked, comes from elsewhere or was never made', async () => {
  const expired = await makeToken('admin');
  const revoked = await makeToken('admin');
  const dead: Record<(typeof deadTokens)[number], HttpClient> = {
    expired: expired.program,
    revoked: revoked.program,
    elsewhere: (await makeToken('admin', ours, { addresses: ['203.0.113.0/24'] })).program,
    invented: createHttpClient(test.url, { authorization: `Bearer vcr_${'x'.repeat(43)}` }),
  };
  for (const { program } of [expired, revoked]) expect(await program.get('/api/calls/recent')).toBeInstanceOf(Array);
  expect((await ours.admin.request('DELETE', `/api/tokens/${revoked.id}`)).status).toBe(200);
  const tokens = test.database.db.updateTable('api_tokens').set({ expires_at: new Date() });
  await tokens.where('id', '=', expired.id).execute();
  const subjects = await makeSubjects(ours.admin);
  for (const name of deadTokens) {
    const wanted = (route: ApiRouteName) => (matrix[route] === everyone ? 'in' : 'out');
    expect(await wrongDoors(dead[name], subjects, 'nobody', wanted), name).toEqual([]);
  }
});

/** Endpoints where `client` gets another verdict than `wanted`. */
async function wrongDoors(
  client: HttpClient,
  subjects: Subjects,
  who: Person,
  wantedOf: (name: ApiRouteName) => string,
): Promise<string[]> {
  const secrets = [
    ours.id,
    subjects.userId,
    subjects.username,
    callId,
    subjects.campaignId,
    'Puertas nuestras',
    'key_doors_ours_000',
  ];
  const wrong: string[] = [];
  // Endpoints that delete come after those that read. Logout comes last, because it ends the session.
  const destroys = (name: ApiRouteName) => (name === 'logout' ? 2 : apiRoutes[name].method === 'DELETE' ? 1 : 0);
  for (const name of (Object.keys(matrix) as ApiRouteName[]).toSorted((a, b) => destroys(a) - destroys(b))) {
    const wanted = wantedOf(name);
    const answer = await ask(name, client, subjects, who);
    // Endpoints open to everybody must not show the stranger our data either.
    const verdict = verdictOf(answer, who, secrets);
    if (verdict !== wanted && !(wanted === 'in' && verdict === 'own')) {
      wrong.push(`${name}: ${verdict} (${answer.status} ${answer.code}) instead of ${wanted}`);
    }
  }
  return wrong;
}

it('names every endpoint', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(apiRoutes).toSorted());
});

/** Bodies with all optional fields, in addition to those of `bodyOf`. */
async function fullBodyOf(name: ApiRouteName, subjects: Subjects): Promise<unknown> {
  const body = bodyOf(name, subjects, 'admin') as Record<string, unknown>;
  switch (name) {
    case 'putSettings': {
      const {
        version: _,
        outgoingWebhook: __,
        ...settings
      } = await ours.admin.get<Record<string, unknown>>('/api/settings');
      return { ...settings, usdRate: { rate: 1, date: '2026-01-01' } };
    }
    case 'createCampaign':
      return {
        ...body,
        agentId: 'agent_1',
        rejectedRows: [{ row: 1, reason: 'mal', values: { phone_number: 'x' } }],
        retryPolicy: { busy: { attempts: 1, delayMinutes: 1 } },
      };
    case 'preflightCampaign':
    case 'simulateCampaign':
      return { ...body, ...later };
    default:
      return body;
  }
}

it('answers whatever is sent to any endpoint without failing itself, and hands PostgreSQL nothing that it refuses', async () => {
  const admin = await test.signIn('admin', ours.id);
  const subjects = await makeSubjects(admin);
  const door = await openInputDoor(ours.id);
  const refused = watchRefusals(test.database.pool);
  const wrong: string[] = [];
  for (const name of Object.keys(matrix) as ApiRouteName[]) {
    const endpoint: Endpoint = apiEndpoints[name];
    const raw = name === 'uploadDoNotCallList' ? '+5493517000001' : undefined;
    const body = endpoint.body ? await fullBodyOf(name, subjects) : raw;
    wrong.push(
      ...(await sendHostile(admin, door, endpoint, hostileRequests(endpoint, addressOf(name, subjects), body))),
    );
    wrong.push(...new Set(refused.splice(0).map((said) => `${name}: ${said}`)));
  }
  await door.close();
  expect(wrong, wrong.join('\n')).toEqual([]);
});
