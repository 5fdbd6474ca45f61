// Compiles the server's code ahead, for installations that can't store it at the first start, such as the image with
// its read-only root. Plain JavaScript, and the same cache folder as src/server/start.mjs.
import { enableCompileCache } from 'node:module';
import path from 'node:path';

enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/compiled'));
for (const name of [
  'run-server',
  'app',
  'platform/provider/retell-provider',
  'platform/data-dir-probe',
  'platform/heap',
])
  await import(`../src/server/${name}.ts`);
