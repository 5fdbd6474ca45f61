/** A screen in a chunk of its own, which links can fetch before it is needed. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

export interface LazyPage {
  readonly Component: LazyExoticComponent<ComponentType>;
  /** Fetches the chunk; a failure shows when the screen is opened. */
  readonly preload: () => void;
}

export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  return {
    Component: lazy(load),
    preload: () => {
      load().catch(() => {
        // Opening the screen asks again and shows the failure.
      });
    },
  };
}
