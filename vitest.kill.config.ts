// Tests that start and kill whole server and database processes, apart from the others because of the time it takes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'kill',
    environment: 'node',
    include: ['src/**/*.kill-test.ts'],
    globalSetup: ['src/server/testing/started-data-dir.ts'],
    // They mostly wait for processes to die and rise.
    maxWorkers: 3,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
