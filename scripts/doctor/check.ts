// Types of a check of `npm run doctor`, and of its input.
import type { ServerConfig } from '../../src/server/platform/config.ts';
import type { EmbeddedDatabaseState } from '../../src/server/platform/db/running-cluster.ts';

/** Result. `skipped`: impossible, and why. `warn`: works, but not well or not for long. `fail`: blocks something. */
export type Outcome =
  | { readonly status: 'ok' | 'skipped'; readonly message: string }
  | { readonly status: 'warn' | 'fail'; readonly message: string; readonly action: string };

export interface Check {
  /** Id of the check in --json; must not change. */
  readonly id: string;
  readonly name: string;
  run(situation: Situation): Promise<Outcome> | Outcome;
}

export type Finding = Outcome & Pick<Check, 'id' | 'name'>;

/** Facts that tests replace. */
export interface Machine {
  readonly nodeVersion: string;
  /** Memory that the process may use. */
  readonly memoryBytes: number;
  readonly now: () => Date;
  /** Certificate authority trusted besides the system's. */
  readonly extraAuthority?: string;
  /** Time limit of each check. */
  readonly limitMs: number;
}

export interface Situation {
  readonly settings: Omit<ServerConfig, 'secretKey'>;
  readonly machine: Machine;
  /** True if the check may contact the provider. */
  readonly mayAskOutside: boolean;
  /** The secret key; null if a start would create one. @throws {StartupError} */
  readonly findSecretKey: () => string | null;
  /** State of the embedded database. @throws {StartupError} if it would block a start. */
  readonly embedded: () => EmbeddedDatabaseState;
  /** Address of the database; null if none runs or can run. */
  readonly connectionString: () => string | null;
  /** True if a server of ours answers at this one's address. */
  readonly isRunning: () => Promise<boolean>;
}

export const ok = (message: string): Outcome => ({ status: 'ok', message });
export const skipped = (message: string): Outcome => ({ status: 'skipped', message });
export const warn = (message: string, action: string): Outcome => ({ status: 'warn', message, action });
export const fail = (message: string, action: string): Outcome => ({ status: 'fail', message, action });

/** True if a body is our /healthz's. */
export const isOurHealth = (text: string): boolean => text === '{"status":"ok"}';
