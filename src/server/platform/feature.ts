/** What app.ts requires of every feature: its routes, and the start and stop of its background work. */
import type { EndpointBinder } from './http/route.ts';

export interface ServerFeature {
  readonly name: string;
  registerRoutes?(binder: EndpointBinder): void;
  /** Starts the feature's background work. Called after the migrations and before the server listens. */
  start?(): Promise<void>;
  /** Waits for the feature's running work, then ends its timers and connections. Called when the server stops. */
  stop?(): Promise<void>;
}
