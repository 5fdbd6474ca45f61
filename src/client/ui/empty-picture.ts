/** Picture of an empty screen or list. The drawings load on demand. */
import type { EmptyStatePictureName } from './empty-pictures.tsx';
import { createLazyComponent } from './lazy-part.tsx';

/**
 * Component with the picture of an empty list. If its code can't be loaded, it renders nothing, because the list's text
 * suffices.
 */
export const lazyEmptyPicture = createLazyComponent<{ readonly name: EmptyStatePictureName }>(() =>
  import('./empty-pictures.tsx').catch(() => ({ default: () => null })),
);
