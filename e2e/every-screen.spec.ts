// Every screen opens for each role that may see it. An admin's and an editor's screens fit, wide and narrow, without
// serious barriers in both themes; an operator's have less on them.
import type { APIRequestContext, Page } from '@playwright/test';
import { memberRoles, type Role } from '../src/contract/endpoint.ts';
import { createCampaign } from './campaign-steps.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectFitsBothWidths,
  expectGoodZoomed,
  expectGoodAtBothWidths,
  expectOneEdge,
  expectWholeFocusRings,
  follow,
  openDashboard,
  signIn,
  test,
  type Console,
} from './console-fixture.ts';
import { screenDefinitions, type SidebarScreenName } from '../src/client/screens.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

const forbidden = 'Sin permisos para ver esta sección';

interface Screen {
  readonly path: string;
  readonly title: string;
  /** The least role that may see the screen; everybody by default. */
  readonly role?: Role;
}

const titles: Readonly<Record<SidebarScreenName, string>> = {
  dashboard: 'Dashboard',
  liveRoom: 'En vivo',
  newCampaign: 'Crear Nueva Campaña',
  campaigns: 'Histórico de Campañas',
  callHistory: 'Historial de Llamadas',
  analytics: 'Analytics',
  copc: 'Métricas COPC',
  qualityReview: 'Revisión de Calidad',
  agents: 'Agentes de IA',
  numbers: 'Números',
  performance: 'Rendimiento de Agentes',
  workspaces: 'Gestión de Workspaces',
  users: 'Gestión de Usuarios',
  settings: 'Configuración',
};
/** Repeated here and not derived from the table, because the rights are tested from outside. */
const forEditors: ReadonlySet<string> = new Set(['newCampaign', 'numbers', 'users', 'settings']);
const listed: readonly Screen[] = Object.entries(titles).map(([name, title]) => ({
  path: screenDefinitions[name as SidebarScreenName].path,
  title,
  ...(forEditors.has(name) ? { role: 'editor' } : {}),
}));

interface Place {
  readonly callId: string;
  readonly agent: { readonly id: string; readonly name: string };
  readonly campaign: { readonly id: string; readonly name: string };
  readonly people: Readonly<Record<Role, { readonly username: string; readonly password: string }>>;
}

let place: Promise<Place> | undefined;

/** One workspace for all tests of a worker: past calls, a campaign, and a person of each role. */
async function furnish(request: APIRequestContext, vocero: Console): Promise<Place> {
  const workspace = await vocero.createWorkspace('admin');
  const username = (role: Role) => `${workspace.username}-${role}`;
  for (const role of memberRoles)
    await vocero.server.app.features.access.addMember(workspace.id, await vocero.createUser(username(role)), role);
  const [call] = await addPastCalls(vocero, workspace, 30);
  await signIn({ request }, vocero, workspace);
  await whenListed(vocero, request, 30);
  const campaign = await createCampaign({ request }, 'Renovación de contratos de todo el interior del país', 40, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  const usage = await request.get(`${vocero.url}/api/agent-usage`);
  const [agent] = (await usage.json()) as { agent_id: string; agent_name: string }[];
  const person = (role: Role) => ({ username: username(role), password: workspace.password });
  return {
    callId: call?.call_id ?? '',
    agent: { id: agent?.agent_id ?? '', name: agent?.agent_name ?? '' },
    campaign,
    people: { operator: person('operator'), editor: person('editor'), admin: person('admin') },
  };
}

async function visit(page: Page, { path, title, role: needed }: Screen, role: Role): Promise<void> {
  await follow(page, path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const maySee = needed === undefined || memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
  await expect(page.getByText(forbidden)).toHaveCount(maySee ? 0 : 1);
  // An admin's screens include everything that others see, except the text that a screen is closed to them.
  if (role === 'admin' || !maySee) return expectGoodAtBothWidths(page);
  if (role === 'operator') return;
  await expectFitsBothWidths(page);
  await expectOneEdge(page);
  await expectGoodZoomed(page);
  await expectWholeFocusRings(page);
}

for (const role of memberRoles) {
  test(`every screen opens for the ${role}`, async ({ page, vocero }) => {
    const { callId, agent, campaign, people } = await (place ??= furnish(page.request, vocero));
    await openDashboard(page, vocero, people[role]);
    for (const screen of listed) await visit(page, screen, role);
    await visit(page, { path: `/call/${callId}`, title: 'Detalle de Llamada' }, role);
    await visit(page, { path: '/referencia-api', title: 'Referencia de la API' }, role);
    await visit(page, { path: `/agente/${agent.id}`, title: agent.name }, role);
    await visit(page, { path: `/campana/${campaign.id}`, title: campaign.name }, role);
    await visit(
      page,
      { path: `/campana/${campaign.id}/agregar`, title: 'Agregar destinatarios', role: 'editor' },
      role,
    );

    const links = page
      .getByRole('navigation', { name: 'Navegación principal' })
      .getByRole('link', { name: /Configuración|Workspaces|Gestión de Usuarios/ });
    await page.setViewportSize({ width: 1366, height: 768 });
    await expect(links).toHaveCount(role === 'operator' ? 0 : 3);
    await page.setViewportSize({ width: 360, height: 768 });
    await page.getByRole('button', { name: /^Abrir menú/ }).click();
    await expect(links).toHaveCount(role === 'operator' ? 0 : 3);
    await expectAccessibleInBothThemes(page);
  });
}
