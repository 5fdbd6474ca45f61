/** The root component: providers, a loading screen until the session is known, then sign-in screen or console. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { Router, useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { isPublicPagePath } from '../../contract/mail-link-paths.ts';
import { guardRouterNavigation } from '../layout/leave-guard.ts';
import { useCurrentUser } from '../session/session.ts';
import { ThemeProvider } from '../theme/theme-choice.ts';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazySignInScreen, lazySignedInConsole } from './gate-chunks.ts';
import { LoadFailureScreen, LoadingScreen } from './gate-screens.tsx';

/**
 * React hook: the URL's query string with each '%' escaped as '%25'. Otherwise it would be decoded twice: as a whole by
 * the router, and then parameter by parameter.
 */
const useWholeSearch = (): string => useSearch().replaceAll('%', '%25');
const routing = { aroundNav: guardRouterNavigation, searchHook: useWholeSearch };

function Gate() {
  const user = useCurrentUser();
  const [path] = useLocation();
  if (isPublicPagePath(path)) return <lazySignInScreen.Part fallback={<LoadingScreen />} />;
  if (user.data) return <lazySignedInConsole.Part key={user.data.id} user={user.data} fallback={<LoadingScreen />} />;
  if (user.data === null) return <lazySignInScreen.Part fallback={<LoadingScreen />} />;
  return user.isError ? (
    <LoadFailureScreen error={user.error} onRetry={() => void user.refetch()} />
  ) : (
    <LoadingScreen />
  );
}

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <Router {...routing}>
          <ErrorBoundary>
            <Gate />
          </ErrorBoundary>
          <ToastHost />
        </Router>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
