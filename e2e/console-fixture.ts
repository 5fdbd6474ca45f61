/** What every browser test stands on: one real server on an embedded database, and the simulated provider. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import type { Role } from '../src/contract/endpoint.ts';
import { loadConfig } from '../src/server/platform/config.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { runServer, type RunningServer } from '../src/server/run-server.ts';
import { createHttpClient } from '../src/server/testing/http-client.ts';
import { unhindered } from '../src/server/testing/start-test-app.ts';
import { startSimulator, type Simulator } from '../src/simulator/index.ts';

export interface ConsoleWorkspace {
  readonly id: string;
  readonly name: string;
  /** The account at the simulated provider. */
  readonly key: string;
  readonly username: string;
  readonly password: string;
}

export interface Console {
  readonly url: string;
  readonly server: RunningServer;
  readonly simulator: Simulator;
  /** A workspace on an account of its own, webhooks pointed here, with one member of that role; it dials at any hour. */
  createWorkspace(role?: Role): Promise<ConsoleWorkspace>;
  /** The key of an account at the provider that no workspace has. */
  takeKey(): string;
}

const accounts = Array.from({ length: 120 }, (_, index) => `key_e2e_${String(index).padStart(20, '0')}`);
const password = 'una clave de prueba';

async function startConsole(): Promise<Console & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vocero-e2e-'));
  const simulator = await startSimulator({
    seed: 7,
    callDurationMs: { min: 1_500, max: 4_000 },
    accounts: accounts.map((key) => ({ key, orgName: key, concurrencyLimit: 50 })),
  });
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    RETELL_BASE_URL: simulator.url,
    STATUS_PAGE_URL: simulator.statusPageUrl,
    RECONCILE_SECONDS: '5',
    DIAL_SETTLE_SECONDS: '2',
    LOG_LEVEL: 'error',
  });
  const server = await runServer(config, createLogger({ level: 'error' }));
  const { access } = server.app.features;
  let taken = 0;
  function takeKey(): string {
    const key = accounts[taken++];
    if (!key) throw new Error('no account left: add some');
    return key;
  }
  return {
    url: server.url,
    server,
    simulator,
    takeKey,
    async createWorkspace(role = 'admin') {
      const key = takeKey();
      const name = `Ventas ${taken}`;
      const username = `persona${taken}`;
      const ownerId = await access.createUser({ username: `${username}-titular`, password });
      const id = await access.createWorkspaceWithKey(
        { userId: ownerId, username: `${username}-titular`, address: null },
        { name, retellApiKey: key },
      );
      const userId = await access.createUser({ username, password, homeWorkspaceId: id });
      await access.addMember(id, userId, role);
      const owner = createHttpClient(server.url);
      await owner.post('/api/auth/login', { username: `${username}-titular`, password });
      await owner.post('/api/auth/auto-assign-workspace');
      await owner.put('/api/settings', unhindered);
      const token = await access.directory.webhookTokenOf(id);
      simulator.setWebhookUrl(key, `${server.url}/api/webhooks/retell/${token}`);
      return { id, name, key, username, password };
    },
    async stop() {
      await server.stop();
      await simulator.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const test = base.extend<object, { vocero: Console }>({
  vocero: [
    // Playwright reads the fixture's dependencies from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const running = await startConsole();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ vocero }, use) => use(vocero.url),
});

export { expect };

/** Signs the page's browser in, with the workspace current, without showing anything yet. */
export async function signIn(page: Page, vocero: Console, who: { username: string; password: string }): Promise<void> {
  const { username, password } = who;
  const login = await page.request.post(`${vocero.url}/api/auth/login`, { data: { username, password } });
  expect(login.ok()).toBe(true);
  expect((await page.request.post(`${vocero.url}/api/auth/auto-assign-workspace`)).ok()).toBe(true);
}

/** Signs in and opens the dashboard. */
export async function openDashboard(page: Page, vocero: Console, who: { username: string; password: string }): Promise<void> {
  await signIn(page, vocero, who);
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
}

/** No serious or critical violation on the page as it stands, in the light theme; and enough contrast in the dark one, all in which the two differ. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await showTheme(page, 'light');
  await expectAccessible(page);
  await showTheme(page, 'dark');
  await expectNoViolation(new AxeBuilder({ page }).withRules(['color-contrast']));
  await showTheme(page, 'light');
}

/** Resolves when the theme is painted: no colour is on its way any more. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  await page.evaluate('Promise.allSettled(document.getAnimations().map((animation) => animation.finished))');
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

/** No serious or critical violation on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(new AxeBuilder({ page }));
}

async function expectNoViolation(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
