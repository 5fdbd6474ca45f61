// Screens in a real Chromium against the real server and the simulated provider.
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/**
 * What Playwright turns off of Chromium, and the pages that Chromium keeps ready behind its address bar: two more for
 * each window, drawn for nobody. The last list that Chromium is told counts, so that this one repeats Playwright's.
 */
const unusedFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

const chromiumPath = 'node_modules/.cache/chromium-path';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // Node strips the types of the server's modules itself; Playwright would need 9 s of each worker to translate them.
  build: { external: ['**/src/**'] },
  outputDir: 'test-results',
  // Each worker has a server, database, provider and browser context of its own; its tests take workspaces of their own. They wait
  // often, so that one more than cores keeps two busy.
  workers: 3,
  fullyParallel: true,
  // Against what hangs: a busy machine may be many times slower, and a test that passes never waits for these.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // A second try, in a fresh browser and server, tells a race from what is broken. scripts/test-results.ts says how many may need it.
  retries: 1,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(existsSync(chromiumPath) ? { executablePath: readFileSync(chromiumPath, 'utf8').trim() } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A microphone that beeps, for whoever listens to a call and takes it over.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
        `--disable-features=${unusedFeatures.join(',')}`,
      ],
    },
  },
});
