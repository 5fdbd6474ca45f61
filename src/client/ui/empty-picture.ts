/** The picture of an empty screen or list. The drawings load on demand. */
import type { EmptyPictureName } from './empty-pictures.tsx';
import { lazyPart } from './lazy-part.tsx';

/** Component of the empty state's picture. If its chunk fails, nothing is drawn, because the words are enough. */
export const emptyPicture = lazyPart<{ readonly name: EmptyPictureName }>(() =>
  import('./empty-pictures.tsx').catch(() => ({ default: () => null })),
);
