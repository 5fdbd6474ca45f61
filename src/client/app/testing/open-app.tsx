/** The whole application on a fake server, with an admin of the first of two workspaces signed in. */
import { render } from '@testing-library/react';
import { createQueryClient } from '../../api/query-client.ts';
import { startSessionEndWatch } from '../../session/session.ts';
import { buildActiveCall, buildUser, buildWorkspace } from '../../testing/factories.ts';
import { json, startFakeServer, type FakeServer } from '../../testing/fake-server.ts';
import { App } from '../app.tsx';
// Code that the application loads on demand. Imported here, so that a test does not wait for a busy machine to compile
// a screen.
import '../../api/realtime-socket.ts';
import '../alerts/alerts-panel.tsx';
import '../alerts/browser-notifications.ts';
import '../change-password-dialog.tsx';
import '../connect-account.tsx';
import '../signed-in.tsx';
import '../user-menu-panel.tsx';
import '../workspace-menu.tsx';
import '../../features/dashboard/agent-cards.tsx';
import '../../features/dashboard/dashboard-page.tsx';
import '../../features/dashboard/first-run-guide.tsx';
import '../../features/dashboard/recent-calls-card.tsx';
import '../../features/dashboard/volume-card.tsx';
import '../../features/login/login-page.tsx';
import '../../features/workspaces/create-workspace-dialog.tsx';
import '../../ui/toaster.tsx';

/** The current one. */
export const workspace = buildWorkspace();
/** The person's other workspace. */
export const other = buildWorkspace({
  id: '00000000-0000-4000-8000-00000000000b',
  name: 'Cobranzas',
  isCurrent: false,
});

/** Answers all reads of the dashboard; `overrides` replace answers. */
export function startServer(overrides: Parameters<typeof startFakeServer>[0] = {}): FakeServer {
  return startFakeServer({
    appInfo: json<'appInfo'>({
      appName: '',
      version: '',
      buildDate: '',
      signIn: { password: true, passkey: false, oidc: null, recovery: false, canMailLinks: false },
    }),
    currentUser: json<'currentUser'>(buildUser()),
    listWorkspaces: json<'listWorkspaces'>([workspace, other]),
    currentWorkspace: json<'currentWorkspace'>(workspace),
    listInvitations: json<'listInvitations'>([]),
    getSignInFailures: json<'getSignInFailures'>({ failures: null }),
    listAgents: json<'listAgents'>([]),
    getMetrics: json<'getMetrics'>({
      totalCalls: 1_234,
      inboundCalls: 1_234,
      outboundCalls: 0,
      webCalls: 0,
      agentCalls: {},
      activeCalls: 1,
      finishedCalls: 1_233,
      successRate: 66.66,
      avgDuration: 75.4,
    }),
    listActiveCalls: json<'listActiveCalls'>([buildActiveCall()]),
    listFilteredCalls: json<'listFilteredCalls'>([], { 'x-total-count': '0' }),
    ...overrides,
  });
}

/** Draws the application at that address, by default with a fresh cache. */
export function openApp(path = '/', client = createQueryClient()): void {
  window.history.replaceState(null, '', path);
  startSessionEndWatch(client);
  render(<App client={client} />);
}
