/** What app.ts asks of every feature: its routes, and its background work's beginning and end. */
import type { EndpointBinder } from './http/route.ts';

export interface Feature {
  readonly name: string;
  registerRoutes?(binder: EndpointBinder): void;
  /** Begins background work. Called after the migrations, before listening. */
  start?(): Promise<void>;
  /** Finishes what is under way and ends all timers and connections of the feature. */
  stop?(): Promise<void>;
}
