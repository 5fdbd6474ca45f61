/** The place of toasts, mounted once. It loads nothing until the first toast. */
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
