// What a check of `npm run doctor` is, and what it may know.
import type { Config } from '../../src/server/platform/config.ts';
import type { EmbeddedState } from '../../src/server/platform/db/running-cluster.ts';

/** `skipped`: could not be found out, and why. `warn`: goes, but not well or not for long. `fail`: would stop something. */
export type Outcome =
  | { readonly status: 'ok' | 'skipped'; readonly message: string }
  | { readonly status: 'warn' | 'fail'; readonly message: string; readonly action: string };

export interface Check {
  /** In --json; stays the same. */
  readonly id: string;
  readonly name: string;
  run(situation: Situation): Promise<Outcome> | Outcome;
}

export type Finding = Outcome & Pick<Check, 'id' | 'name'>;

/** What tests plant. */
export interface Machine {
  readonly nodeVersion: string;
  /** That the process may use. */
  readonly memoryBytes: number;
  readonly now: () => Date;
  /** Trusted beside the system's own. */
  readonly extraAuthority?: string;
  /** For each check. */
  readonly limitMs: number;
}

export interface Situation {
  readonly settings: Omit<Config, 'secretKey'>;
  readonly machine: Machine;
  /** Whether the provider may be asked. */
  readonly mayAskOutside: boolean;
  /** Null: a start makes one. @throws {StartupError} */
  readonly findSecretKey: () => string | null;
  /** @throws {StartupError} what would stop a start. */
  readonly embedded: () => EmbeddedState;
  /** Null: no database runs, or none can. */
  readonly connectionString: () => string | null;
  /** Whether a server of ours answers where this one would listen. */
  readonly isRunning: () => Promise<boolean>;
}

export const ok = (message: string): Outcome => ({ status: 'ok', message });
export const skipped = (message: string): Outcome => ({ status: 'skipped', message });
export const warn = (message: string, action: string): Outcome => ({ status: 'warn', message, action });
export const fail = (message: string, action: string): Outcome => ({ status: 'fail', message, action });

/** Whether a body is what our /healthz says. */
export const isOurHealth = (text: string): boolean => text === '{"status":"ok"}';
