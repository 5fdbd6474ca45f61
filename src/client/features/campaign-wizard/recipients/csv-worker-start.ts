/** Starts the reading worker. Only here the page's CSP allows a script URL, by a trusted-types policy for this one. */
// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from './csv-worker.ts?worker&url';

interface Rules {
  readonly createScriptURL: (input: string) => string;
}

declare global {
  interface Window {
    /** Missing from TypeScript's types, and from some browsers. */
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: Rules) => Rules };
  }
}

const rules: Rules = { createScriptURL: () => workerAddress };
/** The server allows this policy name in the CSP (platform/http/server.ts). */
const policy = window.trustedTypes?.createPolicy('vocero-workers', rules) ?? rules;

export function startCsvWorker(): Worker {
  return new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
}
