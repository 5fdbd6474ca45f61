/** Where toasts appear. Stands once in the application and costs nothing until the first toast. */
import { lazy, Suspense } from 'react';
import { useToastHostWanted } from './toast-state.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

export function ToastHost() {
  return useToastHostWanted() ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
