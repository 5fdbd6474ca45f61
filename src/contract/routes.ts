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
  updateWorkspace: { method: 'PUT', path: '/api/workspaces/:id' },
  showApiKey: { method: 'GET', path: '/api/workspaces/:id/api-key' },
  listMembers: { method: 'GET', path: '/api/workspaces/:id/members' },
  addMember: { method: 'POST', path: '/api/workspaces/:id/members' },
  changeMemberRole: { method: 'PUT', path: '/api/workspaces/:id/members/:userId' },
  removeMember: { method: 'DELETE', path: '/api/workspaces/:id/members/:userId' },
  listUsers: { method: 'GET', path: '/api/users' },
  createUser: { method: 'POST', path: '/api/users' },
  updateUser: { method: 'PUT', path: '/api/users/:id' },
  deleteUser: { method: 'DELETE', path: '/api/users/:id' },
  changeOwnPassword: { method: 'PUT', path: '/api/auth/password' },
  // settings and audit
  getSettings: { method: 'GET', path: '/api/settings' },
  putSettings: { method: 'PUT', path: '/api/settings' },
  listAuditLog: { method: 'GET', path: '/api/audit-log' },
  // alerts
  serviceStatus: { method: 'GET', path: '/api/service-status' },
  listAlerts: { method: 'GET', path: '/api/alerts' },
  markAlertsRead: { method: 'POST', path: '/api/alerts/read' },
  testAlertChannel: { method: 'POST', path: '/api/alerts/test' },
  // do-not-call
  listDoNotCall: { method: 'GET', path: '/api/do-not-call' },
  addDoNotCall: { method: 'POST', path: '/api/do-not-call' },
  removeDoNotCall: { method: 'DELETE', path: '/api/do-not-call/:numberKey' },
  listDoNotCallLists: { method: 'GET', path: '/api/do-not-call/lists' },
  uploadDoNotCallList: { method: 'POST', path: '/api/do-not-call/lists' },
  removeDoNotCallList: { method: 'DELETE', path: '/api/do-not-call/lists/:id' },
  // agents
  listProviderAgents: { method: 'GET', path: '/api/retell/agents' },
  listPhoneNumbers: { method: 'GET', path: '/api/retell/phone-numbers' },
  listAgents: { method: 'GET', path: '/api/agents' },
  // calls
  receiveWebhook: { method: 'POST', path: '/api/webhooks/retell/:token' },
  webhookUrl: { method: 'GET', path: '/api/webhook-url' },
  rotateWebhookUrl: { method: 'POST', path: '/api/webhook-url/rotate' },
  webhookStatus: { method: 'GET', path: '/api/webhook-status' },
  listCalls: { method: 'GET', path: '/api/calls/all' },
  listFilteredCalls: { method: 'GET', path: '/api/calls/filtered' },
  listRecentCalls: { method: 'GET', path: '/api/calls/recent' },
  listActiveCalls: { method: 'GET', path: '/api/calls/active' },
  getCallVolume: { method: 'GET', path: '/api/calls/volume' },
  getCall: { method: 'GET', path: '/api/calls/:id' },
  hangUpCall: { method: 'POST', path: '/api/calls/:id/hang-up' },
  getRecording: { method: 'GET', path: '/api/calls/:id/recording' },
  getRecordingAudio: { method: 'GET', path: '/api/calls/:id/recording/audio' },
  // campaigns
  createCampaign: { method: 'POST', path: '/api/campaigns' },
  listCampaigns: { method: 'GET', path: '/api/campaigns' },
  patchCampaign: { method: 'PATCH', path: '/api/campaigns/:id' },
  campaignTemplate: { method: 'GET', path: '/api/campaigns/template' },
  getCampaignEstimates: { method: 'GET', path: '/api/campaigns/estimates' },
  preflightCampaign: { method: 'POST', path: '/api/campaigns/preflight' },
  placeTestCall: { method: 'POST', path: '/api/campaigns/test-call' },
  getCampaign: { method: 'GET', path: '/api/campaigns/:id' },
  listCampaignRecipients: { method: 'GET', path: '/api/campaigns/:id/recipients' },
  listCampaignLog: { method: 'GET', path: '/api/campaigns/:id/log' },
  exportCampaignResults: { method: 'GET', path: '/api/campaigns/:id/results.csv' },
  exportRejectedRows: { method: 'GET', path: '/api/campaigns/:id/rejected.csv' },
  getCampaignDraft: { method: 'GET', path: '/api/campaigns/:id/draft' },
  // analytics
  getMetrics: { method: 'GET', path: '/api/metrics' },
  getAgentUsage: { method: 'GET', path: '/api/agent-usage' },
  getAgentSentiment: { method: 'GET', path: '/api/agent-sentiment' },
  getAgentPerformance: { method: 'GET', path: '/api/agent-performance' },
} as const;

export type RouteName = keyof typeof routes;
export type Route = (typeof routes)[RouteName];
