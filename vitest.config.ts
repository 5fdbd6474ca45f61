// Unit and feature tests. `server` starts one PostgreSQL for the run; `client` needs none.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Against what hangs. A busy machine may be twenty times slower, and a test that passes never waits for these.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Most feature tests wait for the network, the database or a clock: more of them than cores run at once.
    maxWorkers: 4,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          // Modules are loaded once a worker: no test file of the server leaves anything behind in them.
          isolate: false,
          // Node strips the types itself, as it does for the running server, so that Vite transforms nothing.
          experimental: { viteModuleRunner: false },
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ['src/client/**', '**/node_modules/**'],
          globalSetup: ['src/server/testing/test-postgres.ts'],
          setupFiles: ['src/server/testing/set-up.ts'],
        },
      },
      {
        test: {
          name: 'client',
          environment: 'happy-dom',
          isolate: false,
          include: ['src/client/**/*.test.ts'],
          setupFiles: ['src/client/testing/set-up.ts'],
          // tokens.test.ts reads the real tokens; without this a stylesheet is empty here.
          css: { include: [/tokens\.css/] },
        },
      },
      {
        test: {
          name: 'screens',
          environment: 'happy-dom',
          // What draws has its modules anew in each file: React, router and query cache keep the document that they first saw.
          // In contexts of one process, which share the compiled code of libraries.
          pool: 'vmThreads',
          include: ['src/client/**/*.test.tsx'],
          setupFiles: ['src/client/testing/set-up.ts'],
        },
      },
    ],
  },
});
