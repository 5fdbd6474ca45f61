// `npm run check:size`: compares the JavaScript of each route's first load with its limit, and lists the files of a route over it.
import { readFirstLoadSizes } from './first-load-size.ts';

const dashboard = '/';
const mostDashboardFiles = 10;

for (const { route, kiB, limitKiB, files, fetchedFiles } of readFirstLoadSizes()) {
  const isOver = kiB > limitKiB || (route === dashboard && fetchedFiles > mostDashboardFiles);
  console.log(
    `${isOver ? '✗' : '✓'} ${route.padEnd(22)} ${kiB.toFixed(1).padStart(6)} of ${limitKiB} KiB, ${fetchedFiles} files`,
  );
  if (!isOver) continue;
  process.exitCode = 1;
  for (const file of files) console.log(`    ${file.kiB.toFixed(1).padStart(6)} KiB ${file.file}`);
}
