/** The interface that app.ts requires of every feature: its routes, and the start and stop of its background work. */
import type { EndpointBinder } from './http/route.ts';

export interface Feature {
  readonly name: string;
  registerRoutes?(binder: EndpointBinder): void;
  /** Starts background work. Called after the migrations and before listening. */
  start?(): Promise<void>;
  /** Finishes running work and ends all timers and connections of the feature. */
  stop?(): Promise<void>;
}
