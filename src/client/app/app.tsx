/** Providers, and the gate: 'Cargando...' while we find out who is there, the sign-in screen or the console after. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Router } from 'wouter';
import { guardNavigation } from '../layout/leave-guard.ts';
import { useCurrentUser } from '../session/session.ts';
import { ThemeProvider } from '../theme/theme-choice.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadLogin, loadSignedIn } from './gate-chunks.ts';
import { FailedScreen, LoadingScreen } from './gate-screens.tsx';

const LoginPage = lazy(loadLogin);
const SignedIn = lazy(loadSignedIn);

function Gate() {
  const user = useCurrentUser();
  if (user.data) return <SignedIn key={user.data.id} user={user.data} />;
  if (user.data === null) return <LoginPage />;
  return user.isError ? <FailedScreen error={user.error} onRetry={() => void user.refetch()} /> : <LoadingScreen />;
}

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <Router aroundNav={guardNavigation}>
          <ErrorBoundary>
            <Suspense fallback={<LoadingScreen />}>
              <Gate />
            </Suspense>
          </ErrorBoundary>
          <ToastHost />
        </Router>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
