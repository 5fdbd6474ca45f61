// Runs before start, demo, test and bench, so that each works on a fresh clone. It installs the lock's packages, checks
// the pinned Node, and on demand finds a browser and builds the console. Plain JavaScript without dependencies, because
// Node 20 runs it before anything is installed. Flags: --client (browser bundle), --browser (a Chromium for the tests).
import { ensureChromium } from './setup/chromium.mjs';
import { ensureClientBundle } from './setup/client-bundle.mjs';
import { ensureDependencies, ensurePinnedNode, ensurePostgresLinks } from './setup/dependencies.mjs';
import { SetupError, withLock } from './setup/steps.mjs';

try {
  withLock(() => {
    ensureDependencies();
    ensurePinnedNode();
    ensurePostgresLinks();
    if (process.argv.includes('--client')) ensureClientBundle();
    if (process.argv.includes('--browser')) ensureChromium();
  });
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
