// Unit and feature tests. `server` starts one PostgreSQL for the run; `client` needs none.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Most feature tests wait for the network, the database or a clock: more of them than cores run at once.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // Modules are loaded once a worker: no test file of the server leaves anything behind in them.
          isolate: false,
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['src/client/**', '**/node_modules/**'],
          globalSetup: ['src/server/testing/test-postgres.ts'],
        },
      },
      {
        test: {
          name: 'client',
          environment: 'happy-dom',
          isolate: false,
          include: ['src/client/**/*.test.{ts,tsx}'],
          // tokens.test.ts reads the real tokens; without this a stylesheet is empty here.
          css: { include: [/tokens\.css/] },
        },
      },
    ],
  },
});
