// `npm run pictures`: takes every screen of a fresh demo, in both themes, wide and narrow, into docs/pictures.
// `npm run pictures -- settings` takes only the named ones.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium, expect, type Browser, type Page, type ViewportSize } from '@playwright/test';
import { screenDefinitions, type ScreenName } from '../src/client/screens.ts';
import { startDemo, type RunningDemo } from './demo/start-demo.ts';

const folder = path.join(import.meta.dirname, '../docs/pictures');
const chromiumPath = path.join(import.meta.dirname, '../node_modules/.cache/chromium-path');
const themes = ['light', 'dark'] as const;
const usualSizes = { wide: { width: 1366, height: 768 }, narrow: { width: 360, height: 780 } } as const;
const wallSizes = { wide: { width: 1920, height: 1080 } } as const;

interface Picture {
  readonly name: string;
  /** Query of the screen's address. */
  readonly search?: string;
  /** Own window sizes, for a screen meant neither for a desk nor for a hand. */
  readonly sizes?: Readonly<Record<string, ViewportSize>>;
  /** Actions before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** Pictures of every screen that a signed-in person opens by address. */
const pictures: Readonly<
  Record<Exclude<ScreenName, 'login' | 'call' | 'campaign' | 'addRecipients' | 'agent'>, readonly Picture[]>
> = {
  dashboard: [
    { name: 'dashboard' },
    { name: 'palette', act: openPalette },
    { name: 'wall', search: '?mural=1', sizes: wallSizes },
  ],
  liveRoom: [{ name: 'live-room' }],
  newCampaign: [{ name: 'new-campaign' }],
  campaigns: [
    { name: 'campaigns' },
    { name: 'campaign', act: openFirstCampaign },
    { name: 'campaign-recipients', act: (page) => openFirstCampaign(page, 'Destinatarios') },
    { name: 'campaign-log', act: (page) => openFirstCampaign(page, 'Registro') },
  ],
  callHistory: [{ name: 'call-history' }, { name: 'call-detail', search: '?status=ended', act: openFirstCall }],
  analytics: [
    { name: 'analytics', search: '?period=30d' },
    { name: 'report', search: '?period=30d&informe=1' },
  ],
  copc: [
    { name: 'quality-metrics', search: '?period=30d' },
    { name: 'quality-metrics-agents', search: '?period=30d&tab=rolo' },
    { name: 'quality-metric', search: '?period=30d&metrica=aht' },
  ],
  qualityReview: [{ name: 'quality-review' }, { name: 'quality-form', search: '?vista=formulario' }],
  performance: [
    { name: 'performance', search: '?period=30d' },
    { name: 'performance-agents', search: '?period=30d&tab=agents' },
    { name: 'agent', search: '?period=30d', act: openFirstAgent },
    { name: 'performance-comparison', search: '?period=30d&tab=comparison' },
  ],
  agents: [{ name: 'agents' }],
  numbers: [{ name: 'numbers' }],
  apiReference: [{ name: 'api-reference' }],
  workspaces: [{ name: 'workspaces' }],
  users: [{ name: 'users' }],
  settings: [
    { name: 'settings' },
    { name: 'settings-webhook', search: '?seccion=webhook' },
    { name: 'settings-alerts', search: '?seccion=notificaciones' },
    { name: 'settings-dialling', search: '?seccion=discado' },
    { name: 'settings-tokens', search: '?seccion=api' },
    { name: 'settings-audit', search: '?seccion=auditoria' },
  ],
};
const asked = new Set(process.argv.slice(2));
const isAsked = (name: string): boolean => asked.size === 0 || asked.has(name);
const taken = Object.entries(pictures)
  .flatMap(([screen, ofScreen]) =>
    ofScreen.map(({ name, search = '', act, sizes = usualSizes }) => ({
      name,
      address: screenDefinitions[screen as ScreenName].path + search,
      act,
      sizes: new Map(Object.entries(sizes)),
    })),
  )
  .filter(({ name }) => isAsked(name));

async function openFirstCall(page: Page): Promise<void> {
  await page.locator('a[href^="/call/"]').first().click();
  await page.waitForURL('**/call/**');
}

async function openFirstAgent(page: Page): Promise<void> {
  await page.locator('a[href^="/agente/"]').first().click();
  await page.waitForURL('**/agente/**');
}

async function openFirstCampaign(page: Page, tab = 'Resumen'): Promise<void> {
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByRole('dialog').getByRole('tab', { name: tab }).click();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
}

async function signIn(page: Page, { url, demo }: RunningDemo): Promise<void> {
  const person = demo.people[0];
  await page.request.post(`${url}/api/auth/login`, {
    data: { username: person?.username, password: person?.password },
  });
  await page.request.post(`${url}/api/auth/auto-assign-workspace`);
}

/** Waits until nothing loads: no skeleton, and no request in the last half second. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 });
}

async function takePictures(browser: Browser, running: RunningDemo): Promise<void> {
  for (const theme of themes) {
    for (const [size, usual] of Object.entries(usualSizes)) {
      const context = await browser.newContext({
        viewport: usual,
        colorScheme: theme,
        locale: 'es-AR',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(running.url);
      await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
      if (isAsked('login')) await page.screenshot({ path: path.join(folder, `login-${theme}-${size}.png`) });
      await signIn(page, running);
      for (const { name, address, act, sizes } of taken) {
        const viewport = sizes.get(size);
        if (!viewport) continue;
        await page.setViewportSize(viewport);
        await page.goto(running.url + address);
        await settle(page);
        await act?.(page);
        await settle(page);
        await page.screenshot({ path: path.join(folder, `${name}-${theme}-${size}.png`) });
      }
      await context.close();
    }
  }
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vocero-pictures-'));
const running = await startDemo(dataDir, '0');
try {
  await running.bringHistory((line) => void process.stdout.write(`${line}\n`));
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    ...(existsSync(chromiumPath) ? { executablePath: readFileSync(chromiumPath, 'utf8').trim() } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  await takePictures(browser, running);
  await browser.close();
} finally {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
}
