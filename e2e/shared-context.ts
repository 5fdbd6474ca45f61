/**
 * One browser context for all tests of a worker: making one, and filling its cache, costs more than most tests. Each
 * test gets a new page in it, and finds neither cookies, storage, permissions nor routes of the last one.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A context and a page in it, both as new. */
interface Place {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface SharedContext {
  take(): Promise<Place>;
  /** Ends what a test began; after a failure, or what can't be taken back, the next one gets another context. */
  giveBack(isClean: boolean): Promise<void>;
}

export function createSharedContext(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
): SharedContext {
  let place: Place | undefined;
  let isSpent = false;

  async function open(): Promise<Place> {
    const context = await browser.newContext(options);
    isSpent = false;
    // As in Safari, which knows no idle moments: else a page that stands for ten seconds fetches the code of all screens.
    await context.addInitScript('delete window.requestIdleCallback');
    const spend = () => (isSpent = true);
    callFirst(
      context,
      ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'],
      spend,
    );
    callFirst(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend);
    return { context, page: await context.newPage() };
  }

  async function renew({ context }: Place): Promise<Place> {
    // Before the others are closed, so that the browser keeps the window.
    const page = await context.newPage();
    for (const other of context.pages()) if (other !== page) await other.close();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes: 'all' });
    await session.detach();
    await context.clearCookies();
    return { context, page };
  }

  return {
    take: async () => (place ??= await open()),
    async giveBack(isClean) {
      if (!place) return;
      if (isClean && !isSpent) {
        place = await renew(place);
        return;
      }
      await place.context.close();
      place = undefined;
    },
  };
}

function callFirst<T extends object>(owner: T, names: readonly (keyof T & string)[], first: () => void): void {
  for (const name of names) {
    const method = owner[name] as (...args: unknown[]) => unknown;
    Object.assign(owner, {
      [name]: (...args: unknown[]) => {
        first();
        return method.apply(owner, args);
      },
    });
  }
}
