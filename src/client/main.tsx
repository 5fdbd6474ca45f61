/**
 * Entry module of the browser: starts the theme and the query cache, and renders the application once its first screen
 * can be drawn.
 */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { preloadFirstScreen } from './app/gate-chunks.ts';
import { startSessionEndWatch } from './session/session.ts';
import { toggleAttributeOnPointerPress } from './theme/press-mode.ts';
import { startFollowingTheme } from './theme/theme-choice.ts';
import './theme/theme.css';

// Turn off zod's use of `eval`, because zod tests for it when it loads, and the CSP would report the test.
Object.assign(window, { __zod_globalConfig: { jitless: true } });

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
startFollowingTheme();
toggleAttributeOnPointerPress(document);
const client = createQueryClient();
startSessionEndWatch(client);
// Load the code for copying phone numbers when the user first selects text, because copying needs a selection.
document.addEventListener('selectstart', () => void import('./ui/copied-numbers.ts').catch(() => {}), { once: true });

async function start(place: Element): Promise<void> {
  // Keep index.html's 'Cargando...' until the first screen is preloaded, so that the console appears complete.
  await preloadFirstScreen(client, window.location.pathname, window.location.search);
  // Render the console in a React transition. It renders in small steps, so that the browser can react to taps in
  // between.
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    );
  });
}

void start(root);
