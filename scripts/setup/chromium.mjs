// Finds a Chromium for the browser tests, installs one, or fails with one line, because browser tests are never
// skipped. Its path is kept in node_modules/.cache/chromium-path.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { SetupError, at, commandPath, outputOf, readStamp, run, writeStamp } from './steps.mjs';

const stampName = 'chromium-path';
const usualPlaces = [
  // The same engine without the browser's own windows, which take a fifth of the tests' processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Stores the path of a working Chromium in the stamp. */
export function ensureChromium() {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen && !works(chosen)) throw new SetupError(`PLAYWRIGHT_CHROMIUM: ${chosen} no es un Chromium que arranque.`);
  const known = readStamp(stampName);
  if (known !== undefined && (chosen ?? known) === known && existsSync(known)) return;
  const found = chosen || find() || installed();
  if (!found) {
    throw new SetupError(
      'Las pruebas de navegador necesitan Chromium y no se pudo instalar: instálalo o indica su ruta en PLAYWRIGHT_CHROMIUM.',
    );
  }
  writeStamp(stampName, found);
}

function find() {
  return [...usualPlaces, playwrightsOwn()].find((place) => existsSync(place) && works(place));
}

function installed() {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Instalando Chromium (apt)…');
    const options = { env: { DEBIAN_FRONTEND: 'noninteractive' } };
    run('apt-get', ['update', '-q'], options);
    run(
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell', 'fonts-liberation'],
      options,
    );
    const found = find();
    if (found) return found;
  }
  console.log('Instalando Chromium (Playwright)…');
  run('node', [at('node_modules/playwright/cli.js'), 'install', 'chromium'], { env: { PATH: commandPath() } });
  return find();
}

// Some distributions install a stub that only says how to install the real browser.
function works(place) {
  return /\d+\.\d+/.test(outputOf(place, ['--version']) ?? '');
}

function playwrightsOwn() {
  return createRequire(at('package.json'))('@playwright/test').chromium.executablePath();
}
