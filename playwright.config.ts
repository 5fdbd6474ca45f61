// Screens in a real Chromium against the real server and the simulated provider.
import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const chromiumPath = 'node_modules/.cache/chromium-path';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // One server with its own database and provider for all; tests take workspaces of their own.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    trace: 'retain-on-failure',
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
      ],
    },
  },
});
