/**
 * Method and path of every endpoint, without zod, so that the browser's first load stays light.
 * The schemas that go with each name stand in the contract file of its feature.
 */
export const routes = {
  // access
  login: { method: 'POST', path: '/api/auth/login' },
  logout: { method: 'POST', path: '/api/auth/logout' },
  currentUser: { method: 'GET', path: '/api/auth/user' },
  autoAssignWorkspace: { method: 'POST', path: '/api/auth/auto-assign-workspace' },
  appInfo: { method: 'GET', path: '/api/app/info' },
  listWorkspaces: { method: 'GET', path: '/api/workspaces' },
  currentWorkspace: { method: 'GET', path: '/api/workspaces/current' },
  createWorkspace: { method: 'POST', path: '/api/workspaces' },
  switchWorkspace: { method: 'PUT', path: '/api/workspaces/:id/switch' },
  // settings
  getSettings: { method: 'GET', path: '/api/settings' },
  putSettings: { method: 'PUT', path: '/api/settings' },
  // agents
  listProviderAgents: { method: 'GET', path: '/api/retell/agents' },
  listPhoneNumbers: { method: 'GET', path: '/api/retell/phone-numbers' },
  listAgents: { method: 'GET', path: '/api/agents' },
  // calls
  receiveWebhook: { method: 'POST', path: '/api/webhooks/retell/:token' },
  webhookUrl: { method: 'GET', path: '/api/webhook-url' },
  webhookStatus: { method: 'GET', path: '/api/webhook-status' },
  listCalls: { method: 'GET', path: '/api/calls/all' },
  listFilteredCalls: { method: 'GET', path: '/api/calls/filtered' },
  listRecentCalls: { method: 'GET', path: '/api/calls/recent' },
  listActiveCalls: { method: 'GET', path: '/api/calls/active' },
  getCall: { method: 'GET', path: '/api/calls/:id' },
  getRecording: { method: 'GET', path: '/api/calls/:id/recording' },
  getRecordingAudio: { method: 'GET', path: '/api/calls/:id/recording/audio' },
  // campaigns
  createCampaign: { method: 'POST', path: '/api/campaigns' },
  listCampaigns: { method: 'GET', path: '/api/campaigns' },
  patchCampaign: { method: 'PATCH', path: '/api/campaigns/:id' },
  campaignTemplate: { method: 'GET', path: '/api/campaigns/template' },
  // analytics
  getMetrics: { method: 'GET', path: '/api/metrics' },
} as const;

export type RouteName = keyof typeof routes;
export type Route = (typeof routes)[RouteName];
