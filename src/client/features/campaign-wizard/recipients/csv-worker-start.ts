/**
 * Starts the Web Worker that parses recipient files. The page's CSP accepts the worker's script URL because a
 * trusted-types policy creates it.
 */
// oxlint-disable-next-line import/default -- the bundler makes it
import workerAddress from './csv-worker.ts?worker&url';

interface Rules {
  readonly createScriptURL: (input: string) => string;
}

declare global {
  interface Window {
    /** The Trusted Types API, which TypeScript's types and some browsers lack. */
    readonly trustedTypes?: { readonly createPolicy: (name: string, rules: Rules) => Rules };
  }
}

const rules: Rules = { createScriptURL: () => workerAddress };
/**
 * Trusted-types policy for the worker's script URL. The server's CSP allows the policy by its name
 * (platform/http/server.ts).
 */
const policy = window.trustedTypes?.createPolicy('vocero-workers', rules) ?? rules;

export function startCsvWorker(): Worker {
  return new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
}
