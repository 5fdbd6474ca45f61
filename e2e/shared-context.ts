/**
 * One browser context and page for all tests of a worker, because creating them and compiling the application again
 * costs more than most tests. Each test begins without cookies, storage, permissions, listeners, routes or history of
 * the last one.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/** A context and a page, both as good as new. */
interface Place {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface SharedContext {
  take(): Promise<Place>;
  /** Undoes a test's changes. After a failure, or an irreversible change, the next test gets a new context. */
  giveBack(isClean: boolean): Promise<void>;
}

/** An address without the application, where the page rests: it keeps the process, and with it the compiled code. */
const restAddress = '/healthz';

export function createSharedContext(
  browser: Browser,
  options: BrowserContextOptions & { readonly baseURL: string },
): SharedContext {
  let place: Place | undefined;
  let isSpent = false;
  /** Functions that undo the test's changes. */
  let undo: (() => unknown)[] = [];

  async function open(): Promise<Place> {
    const context = await browser.newContext(options);
    // No idle callbacks, as in Safari. Otherwise a page that is open for ten seconds would load all screens' code.
    await context.addInitScript('delete window.requestIdleCallback');
    const page = await context.newPage();
    await page.goto(restAddress);
    isSpent = false;
    const spend = () => (isSpent = true);
    // Methods whose effect cannot be undone.
    const lasting = [
      'addInitScript',
      'exposeBinding',
      'exposeFunction',
      'routeWebSocket',
      'setExtraHTTPHeaders',
    ] as const;
    before(context, [...lasting, 'setGeolocation', 'setOffline'], spend);
    before(page, [...lasting, 'close', 'setDefaultTimeout', 'setDefaultNavigationTimeout'], spend);
    before(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], spend);
    before(page, ['on', 'once'], (...[event, listener]: Parameters<Page['on']>) =>
      undo.push(() => page.off(event, listener)),
    );
    const newSession = context.newCDPSession.bind(context);
    context.newCDPSession = async (target) => {
      const session = await newSession(target);
      undo.push(() => session.detach().catch(() => undefined));
      return session;
    };
    return { context, page };
  }

  async function clear({ context, page }: Place): Promise<void> {
    for (const end of undo) await end();
    undo = [];
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearPermissions();
    await page.goto(restAddress);
    await page.evaluate("sessionStorage.clear(); window.name = ''");
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: options.baseURL, storageTypes: 'all' });
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    await context.clearCookies();
    if (options.viewport) await page.setViewportSize(options.viewport);
    await page.emulateMedia({
      media: null,
      colorScheme: null,
      contrast: null,
      forcedColors: null,
      reducedMotion: 'reduce',
    });
    // Moves the mouse out of the window, so that it points at nothing.
    await page.mouse.move(-1, -1);
  }

  return {
    take: async () => (place ??= await open()),
    async giveBack(isClean) {
      if (!place) return;
      if (isClean && !isSpent) return clear(place);
      await place.context.close();
      place = undefined;
      undo = [];
    },
  };
}

/** Calls `then` before each call of these methods. */
function before<T extends object>(
  owner: T,
  names: readonly (keyof T & string)[],
  then: (...args: never[]) => unknown,
): void {
  for (const name of names) {
    const method = owner[name] as (...args: unknown[]) => unknown;
    Object.assign(owner, {
      [name]: (...args: unknown[]) => {
        then(...(args as never[]));
        return method.apply(owner, args);
      },
    });
  }
}
