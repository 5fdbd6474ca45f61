/** Picture of an empty screen or list. The drawings load on demand. */
import type { EmptyPictureName } from './empty-pictures.tsx';
import { createLazyPart } from './lazy-part.tsx';

/** Component with the picture. If its code can't be loaded, it renders nothing, because the text says enough. */
export const lazyEmptyPicture = createLazyPart<{ readonly name: EmptyPictureName }>(() =>
  import('./empty-pictures.tsx').catch(() => ({ default: () => null })),
);
