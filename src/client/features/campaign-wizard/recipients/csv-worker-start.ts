/** Starts the reading worker. The one place where the page's policy (CSP) takes an address for a script: trusted types vouch for this one alone. */
// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from './csv-worker.ts?worker&url';

interface Rules {
  readonly createScriptURL: (input: string) => string;
}

declare global {
  interface Window {
    /** TypeScript does not know it yet, and not every browser has it. */
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: Rules) => Rules };
  }
}

const rules: Rules = { createScriptURL: () => workerAddress };
/** The server names it in the page's policy (platform/http/server.ts). */
const policy = window.trustedTypes?.createPolicy('vocero-workers', rules) ?? rules;

export function startCsvWorker(): Worker {
  return new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
}
