// Compiles the server's code ahead, for whoever can't keep it at the first start: the image, whose root is read only. In plain
// JavaScript and with the folder of src/server/start.mjs, whose starts find it.
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
