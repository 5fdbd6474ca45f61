/** What app.ts requires of every feature: its routes, and the start and stop of its background work. */
import type { EndpointBinder } from './http/route.ts';

export interface ServerFeature {
  readonly name: string;
  registerRoutes?(binder: EndpointBinder): void;
  /** Starts the feature's background work. Called after the migrations and before the server listens. */
  start?(): Promise<void>;
  /** Finishes the feature's running work and ends all its timers and connections. */
  stop?(): Promise<void>;
}
