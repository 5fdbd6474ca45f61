/** The drawing of an empty screen or list; its lines come when they are needed. */
import type { EmptyPictureName } from './empty-pictures.tsx';
import { lazyPart } from './lazy-part.tsx';

/** Without it the words say all: a drawing that does not come fails nothing. */
export const emptyPicture = lazyPart<{ readonly name: EmptyPictureName }>(() =>
  import('./empty-pictures.tsx').catch(() => ({ default: () => null })),
);
