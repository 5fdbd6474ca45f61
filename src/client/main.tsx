/** The browser's entry: theme, query cache, and the application once its first screen can be drawn. */
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/app.tsx';
import { preloadStart } from './app/gate-chunks.ts';
import { watchSessionEnd } from './session/session.ts';
import { markPointerPresses } from './theme/press-mode.ts';
import { followTheme } from './theme/theme-choice.ts';
import './theme/theme.css';

// zod would otherwise test in its first chunk whether it may eval, and the CSP would report that.
Object.assign(window, { __zod_globalConfig: { jitless: true } });

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
followTheme();
markPointerPresses(document);
const client = createQueryClient();
watchSessionEnd(client);
// Copying needs a selection, so this code is loaded at the first selection.
document.addEventListener('selectstart', () => void import('./ui/copied-numbers.ts').catch(() => {}), { once: true });

async function start(place: Element): Promise<void> {
  // The page's own 'Cargando...' stays until then, so that the console appears at once and complete.
  await preloadStart(client, window.location.pathname, window.location.search);
  // Renders in small steps, so that the browser can react to taps in between.
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    );
  });
}

void start(root);
