/** Providers, and the gate: 'Cargando...' while we find out who is there, the sign-in screen or the console after. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { Router } from 'wouter';
import type { CurrentUser } from '../../contract/access.ts';
import { stateLabels } from '../../labels/common-es.ts';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { shownMessage } from '../api/api-error.ts';
import { useRealtime } from '../api/realtime.ts';
import { HelpProvider } from '../help/help-context.tsx';
import { guardNavigation } from '../layout/leave-guard.ts';
import { useFollowedWorkspace } from '../session/follow-workspace.ts';
import { SessionProvider, useCurrentUser, useCurrentWorkspace, useWorkspaces, type Session } from '../session/session.ts';
import { ThemeProvider } from '../theme/theme-choice.ts';
import { FailedState } from '../ui/states.tsx';
import { ToastHost } from '../ui/toast-host.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';

const LoginPage = lazy(() => import('../features/login/login-page.tsx'));

function LoadingScreen() {
  return (
    <output className="flex min-h-dvh items-center justify-center text-muted">{stateLabels.loading}</output>
  );
}

interface FailedScreenProps {
  readonly error: unknown;
  /** What to say where the server said nothing. */
  readonly fallback?: string;
  readonly onRetry: () => void;
}

function FailedScreen({ error, fallback, onRetry }: FailedScreenProps) {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <FailedState text={shownMessage(error, fallback)} onRetry={onRetry} />
    </div>
  );
}

function SignedIn({ user }: { readonly user: CurrentUser }) {
  useRealtime();
  useFollowedWorkspace();
  const current = useCurrentWorkspace();
  const list = useWorkspaces();
  const session = useMemo<Session | null>(() => {
    if (current.data === undefined || list.data === undefined) return null;
    const listed = list.data.find((workspace) => workspace.id === current.data?.id);
    const workspace = listed ?? current.data;
    return { user, workspace, workspaces: list.data, role: workspace?.role ?? null };
  }, [user, current.data, list.data]);
  if (session) {
    return (
      <SessionProvider value={session}>
        <Shell />
      </SessionProvider>
    );
  }
  const failed = [current, list].filter((query) => query.isError);
  if (failed.length === 0) return <LoadingScreen />;
  return (
    <FailedScreen
      error={failed[0]?.error}
      fallback={current.isError ? workspaceLabels.autoAssignFailed : stateLabels.unexpectedError}
      onRetry={() => failed.forEach((query) => void query.refetch())}
    />
  );
}

function Gate() {
  const user = useCurrentUser();
  if (user.data) return <SignedIn key={user.data.id} user={user.data} />;
  if (user.data === null) {
    return (
      <Suspense fallback={<LoadingScreen />}>
        <LoginPage />
      </Suspense>
    );
  }
  return user.isError ? <FailedScreen error={user.error} onRetry={() => void user.refetch()} /> : <LoadingScreen />;
}

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <Router aroundNav={guardNavigation}>
          <HelpProvider>
            <ErrorBoundary>
              <Gate />
            </ErrorBoundary>
            <ToastHost />
          </HelpProvider>
        </Router>
      </ThemeProvider>
    </QueryClientProvider>
  );
}
