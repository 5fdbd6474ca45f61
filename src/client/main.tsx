/** The browser's entry: theme, query cache, and the application, once there is something to show. */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { preloadStart } from './app/gate-chunks.ts';
import { watchSessionEnd } from './session/session.ts';
import { followPresses } from './theme/press-mode.ts';
import { followTheme } from './theme/theme-choice.ts';
import './theme/theme.css';

// Before the first chunk with zod, which otherwise tries whether it may eval: the policy (CSP) would report that.
Object.assign(window, { __zod_globalConfig: { jitless: true } });

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
followTheme();
followPresses(document);
const client = createQueryClient();
watchSessionEnd(client);
// Copying needs a selection, so this code is loaded at the first selection.
document.addEventListener('selectstart', () => void import('./ui/copied-numbers.ts').catch(() => {}), { once: true });

async function start(place: Element): Promise<void> {
  // Until then 'Cargando...' stands, which the page brings along: not drawn twice, and the console at once and whole.
  await preloadStart(client, window.location.pathname, window.location.search);
  // In small steps, between which the browser answers to whoever taps.
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    );
  });
}

void start(root);
