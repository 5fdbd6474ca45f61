/** The errors of our pages that no look at the screen tells: in the console, uncaught, and what the page's policy (CSP) forbade. */
import type { Browser } from '@playwright/test';

/** The browser's own lines on requests that tests have refused or cut off. */
const provoked = /^(Failed to load resource|WebSocket connection to)/;

/** The event tells also what a library tried and caught, of which the console says nothing. */
const tellViolations = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) =>
  console.error('CSP: ' + [effectiveDirective, blockedURI, sourceFile, sample].join(' ')));`;

/** Hears every context that the browser opens from now on. @returns what was heard, which goes on growing. */
export function hearPageErrors(browser: Browser): string[] {
  const heard: string[] = [];
  browser.on('context', (context) => {
    // Before whoever opened the context has it.
    void context.addInitScript(tellViolations);
    context.on('console', (message) => {
      if (message.type() === 'error' && !provoked.test(message.text())) heard.push(message.text());
    });
    context.on('weberror', (error) => heard.push(String(error.error().stack ?? error.error())));
  });
  return heard;
}
