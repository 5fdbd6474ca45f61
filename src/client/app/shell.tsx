/** The frame around every screen of a signed-in user: the sidebar, notices of this tab, and the screen of the URL. */
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, lazy, Suspense, useEffect } from 'react';
import { Route, Switch, useLocation, useSearchParams } from 'wouter';
import type { Workspace } from '../../contract/access.ts';
import { commonActionLabels, loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { sidebarLabels, workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { getServerTimeMs } from '../api/realtime.ts';
import { useTabWorkspaceState } from '../api/tab-state.ts';
import { DashboardCurrentActivityContext } from '../layout/screen-parts.ts';
import { PageFrame } from '../layout/page.tsx';
import { screenPaths } from '../paths.ts';
import { getScreenNameOfPath } from '../screens.ts';
import { isRoleAtLeast } from '../session/roles.ts';
import { useSession } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { takeNextIdleCodeLoad } from '../ui/idle-code.ts';
import { createLazyComponent } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ForbiddenState } from '../ui/states.tsx';
import { WallErrorScreen } from './wall/wall-recovery.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { AlertScreenReaderAnnouncer } from './alerts/alerts-bell.tsx';
import { storeVisitedPath } from './palette/recent-places.ts';
import { OpenDialogHost } from './overlay-host.tsx';
import { DashboardCurrentActivitySlot } from './now-slot.tsx';
import { screenRoutes, type ScreenRoute } from './routes.tsx';
import { Sidebar } from './sidebar.tsx';
import { useGlobalShortcuts } from './use-shortcuts.ts';
import { runWhenIdle } from './when-idle.ts';

const dashboardNow = <DashboardCurrentActivitySlot />;
const wall = createLazyComponent(() => import('./wall/wall.tsx'));

/** Notice that another tab switched the session's workspace, with a button that reloads. */
function MismatchNotice() {
  return useTabWorkspaceState().mismatched ? (
    <div className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-xl print:hidden">
      <Alert
        tone="attention"
        className="shadow-pop"
        action={
          <Button size="small" onClick={() => window.location.reload()}>
            {commonActionLabels.reload}
          </Button>
        }
      >
        {workspaceSelectorLabels.mismatch}
      </Alert>
    </div>
  ) : null;
}

function PageSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only">{loadingAndErrorStateLabels.loading}</span>
      <div className="h-14 border-b border-line bg-surface" />
      <div className="p-4 lg:py-6">
        <Skeleton className="h-9 w-72" />
      </div>
    </div>
  );
}

/** The screen for users without access to a workspace loads on demand, because few users see it. */
const WorkspaceGate = lazy(() => import('./workspace-gate.tsx'));

/** True if the user turned on the browser's data saver. Only Chromium reports it. */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** Delay in ms before preloading other screens' code, so that the opened screen has network and CPU to itself. */
const settleMs = 10_000;

/** Preloads code that may be needed next, one chunk whenever the browser is idle. Does nothing with data saver on. */
function preloadOnceSettled(): () => void {
  if (savesData()) return () => {};
  let cancelIdle = (): void => {};
  let isOver = false;
  // Loads the code chunk that was queued last, then plans the next load. Screens queue the chunks of their dialogs.
  async function loadNext(): Promise<void> {
    const load = takeNextIdleCodeLoad();
    if (!load) return;
    await load();
    if (!isOver) loadSoon();
  }
  const loadSoon = (): void => {
    cancelIdle = runWhenIdle(() => void loadNext());
  };
  const timer = setTimeout(loadSoon, settleMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
    cancelIdle();
  };
}

/** True if the workspace's deadline for setting up a second factor has passed for this user. */
const isClosed = ({ secondFactorDueAt: dueAt }: Workspace): boolean =>
  !!dueAt && Date.parse(dueAt) <= getServerTimeMs();

/**
 * Renders a route's screen. Shows 'Sin permisos' if the user's role is too low, or <WorkspaceGate> if the user has no
 * access to a workspace.
 */
function Screen({ route: { path, page, role: least, title } }: { readonly route: ScreenRoute }) {
  const { role, workspace } = useSession();
  if ((workspace === null || isClosed(workspace)) && path !== screenPaths.workspaces()) {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <WorkspaceGate />
      </Suspense>
    );
  }
  if (least === undefined || isRoleAtLeast(role, least)) return <page.Part fallback={<PageSkeleton />} />;
  return (
    <PageFrame title={title} live={false}>
      <ForbiddenState />
    </PageFrame>
  );
}

export function ConsoleShell() {
  useEffect(preloadOnceSettled, []);
  useGlobalShortcuts();
  const session = useSession();
  const { workspace } = session;
  const [location] = useLocation();
  const [search] = useSearchParams();
  const isWall = location === screenPaths.dashboard() && search.get('mural') === '1' && workspace !== null;
  useEffect(() => storeVisitedPath(session, location), [session, location]);
  const client = useQueryClient();
  return (
    <div className="flex min-h-dvh print:block">
      {isWall ? null : (
        <a
          href="#content"
          className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent px-4 py-2 font-medium text-accent-ink focus:translate-y-0 print:hidden"
        >
          {sidebarLabels.skipToContent}
        </a>
      )}
      {isWall ? null : <Sidebar />}
      <div className="min-w-0 flex-1 bg-surface">
        {isWall ? null : <MismatchNotice />}
        {workspace === null ? null : <AlertScreenReaderAnnouncer />}
        {!workspace?.secondFactorDueAt || isWall || isClosed(workspace) ? null : (
          <Suspense>
            <WorkspaceGate />
          </Suspense>
        )}
        <ErrorBoundary
          // Remount the screen for each new path, except between two calls, because the page of a call resets itself.
          key={getScreenNameOfPath(location) === 'call' ? 'call' : location}
          place={location}
          onRetry={() => client.removeQueries({ queryKey: ['workspace'], type: 'inactive' })}
          {...(isWall && { fallback: <WallErrorScreen /> })}
        >
          {/* Switching the workspace remounts every screen, so that no data of the former workspace remain. */}
          <Fragment key={workspace?.id ?? 'none'}>
            <DashboardCurrentActivityContext value={dashboardNow}>
              <Switch>
                {isWall ? (
                  <Route>
                    <wall.Part fallback={<PageSkeleton />} />
                  </Route>
                ) : null}
                {screenRoutes.map((route) => (
                  <Route key={route.path} path={route.path}>
                    <Screen route={route} />
                  </Route>
                ))}
                <Route>
                  <NotFoundPage />
                </Route>
              </Switch>
            </DashboardCurrentActivityContext>
          </Fragment>
        </ErrorBoundary>
      </div>
      <OpenDialogHost />
    </div>
  );
}
