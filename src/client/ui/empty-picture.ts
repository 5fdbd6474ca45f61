/** Picture of an empty screen or list. The drawings load on demand. */
import type { EmptyPictureName } from './empty-pictures.tsx';
import { createLazyPart } from './lazy-part.tsx';

/** Component with the picture of an empty list. If its code can't be loaded, it renders nothing: the text suffices. */
export const lazyEmptyPicture = createLazyPart<{ readonly name: EmptyPictureName }>(() =>
  import('./empty-pictures.tsx').catch(() => ({ default: () => null })),
);
