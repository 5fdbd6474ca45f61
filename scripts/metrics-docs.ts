// `npm run metrics-docs`: writes docs/metrics.md again.
import { writeFile } from 'node:fs/promises';
import { metricsPagePath, writeMetricsPage } from './metrics-page.ts';

await writeFile(metricsPagePath, writeMetricsPage());
