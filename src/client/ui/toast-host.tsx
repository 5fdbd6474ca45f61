/** Component that shows toasts, mounted once. Its code loads with the first toast. */
import { lazy, Suspense, useState } from 'react';
import { useShownToast } from './toast-state.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

export function ToastHost() {
  const [isWanted, setIsWanted] = useState(false);
  if (useShownToast() !== null && !isWanted) setIsWanted(true);
  return isWanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
