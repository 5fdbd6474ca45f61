// `npm run check:size`: compares the JavaScript of each route's first load with its limit, and lists the files of a
// route that exceeds it. Reads the present dist/client; `npm test` builds it before.
import path from 'node:path';
import { firstLoads } from './first-load-routes.ts';
import { readManifest, unweighedPages, weigh } from './first-load-size.ts';

const dist = path.resolve(import.meta.dirname, '../dist/client');
const manifest = readManifest(dist);
const weighed = firstLoads.map((load) => weigh(dist, manifest, load));

for (const { route, kiB, limitKiB, files } of weighed) {
  const isOver = kiB > limitKiB;
  console.log(
    `${isOver ? '✗' : '✓'} ${route.padEnd(22)} ${kiB.toFixed(1).padStart(6)} of ${limitKiB} KiB in ${files.length} files`,
  );
  if (!isOver) continue;
  process.exitCode = 1;
  for (const file of files) console.log(`    ${file.kiB.toFixed(1).padStart(6)} KiB ${file.file}`);
}
for (const page of unweighedPages(manifest, firstLoads)) {
  process.exitCode = 1;
  console.log(`✗ ${page} has no limit yet: give it one in src/client/screens.ts`);
}
