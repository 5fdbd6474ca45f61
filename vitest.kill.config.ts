// Tests that kill whole server processes: apart from the others, because they need the machine for themselves.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'kill',
    environment: 'node',
    include: ['src/**/*.kill-test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
