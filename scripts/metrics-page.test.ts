import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { metricsPagePath, writeMetricsPage } from './metrics-page.ts';

it('docs/metrics.md is what the table says; `npm run metrics-docs` writes it anew', async () => {
  expect(await readFile(metricsPagePath, 'utf8')).toBe(writeMetricsPage());
});
