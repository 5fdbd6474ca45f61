/** Errors of our pages that the screen does not show: console errors, uncaught errors, and CSP violations. */
import type { Browser } from '@playwright/test';

/** The browser's messages on requests that tests have refused or cut off. */
const provoked = /^(Failed to load resource|WebSocket connection to)/;

/** The event also reports violations that a library tried and caught, which the console omits. */
const tellViolations = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
  console.error('CSP: ' + [effectiveDirective, blockedURI, sourceFile, sample].join(' ')));`;

/** Records errors of every context that the browser opens from now on. @returns a list that keeps growing. */
export function hearPageErrors(browser: Browser): string[] {
  const heard: string[] = [];
  browser.on('context', (context) => {
    // The script is added before the code that opened the context can use it.
    void context.addInitScript(tellViolations);
    context.on('console', (message) => {
      if (message.type() === 'error' && !provoked.test(message.text())) heard.push(message.text());
    });
    context.on('weberror', (error) => heard.push(String(error.error().stack ?? error.error())));
  });
  return heard;
}
