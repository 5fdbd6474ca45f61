/** Starts the Web Worker that parses recipient files. A trusted-types policy lets the CSP accept its script URL. */
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
/** The server's CSP allows the name of this trusted-types policy (platform/http/server.ts). */
const policy = window.trustedTypes?.createPolicy('vocero-workers', rules) ?? rules;

export function startCsvWorker(): Worker {
  return new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
}
