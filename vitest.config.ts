// Unit and feature tests. `server` starts one PostgreSQL for the run; `client` needs none.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['src/client/**'],
          globalSetup: ['src/server/testing/test-postgres.ts'],
        },
      },
      {
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['src/client/**/*.test.{ts,tsx}'],
          // tokens.test.ts reads the real tokens; without this a stylesheet is empty here.
          css: { include: [/tokens\.css/] },
        },
      },
    ],
  },
});
