/**
 * Frame of every screen: a header with title, workspace, role, connection state and actions, then the content. The
 * title is also the document's title.
 */
import { ArrowLeft, Menu as MenuIcon } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Workspace } from '../../contract/access.ts';
import { getRoleName } from '../../labels/roles-es.ts';
import { alertsBellLabels, appInfoFallbacks, sidebarLabels } from '../../labels/shell-es.ts';
import { useBellPersonalNoticeCount } from '../session/personal-notices.ts';
import { useAlertPage } from '../api/queries.ts';
import { useAppInfo, useSession } from '../session/session.ts';
import { Button, getButtonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { RealtimeConnectionIndicator } from './live-indicator.tsx';
import { setSidebarDrawerOpen, useSidebarState } from './sidebar-state.ts';
import { useFocusOnScreenArrival } from './use-arrival.ts';

interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** URL and label of the back arrow before the page's title. If omitted, there is no arrow. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Shows the live indicator; true by default. */
  readonly live?: boolean;
  /** Classes of the content. */
  readonly className?: string;
}

/** Button that opens the sidebar on narrow screens. It has a dot while there are alerts or notices. */
function MenuButton() {
  const unread = useAlertPage(1).data?.unread ?? 0;
  const personal = useBellPersonalNoticeCount();
  const isWaiting = unread + personal > 0;
  return (
    <Button
      size="icon"
      variant="ghost"
      className="relative lg:hidden print:hidden"
      aria-label={
        isWaiting ? `${sidebarLabels.openMenu}. ${alertsBellLabels.waiting(unread, personal)}` : sidebarLabels.openMenu
      }
      onClick={() => setSidebarDrawerOpen(true)}
    >
      <MenuIcon aria-hidden />
      {isWaiting ? <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-bad" /> : null}
    </Button>
  );
}

/**
 * Workspace and role in the page's header, where the sidebar does not show them: on narrow screens, with a collapsed
 * sidebar, and in print. Long names are cut off.
 */
function WorkspaceLine({ workspace: { name, description, role } }: { readonly workspace: Workspace }) {
  const { collapsed } = useSidebarState();
  return (
    <p
      data-workspace
      className={classNames('flex w-0 min-w-full gap-x-1.5 text-xs text-muted', collapsed ? '' : 'lg:not-print:hidden')}
    >
      <span className="min-w-14 truncate font-medium" title={name}>
        {name}
      </span>
      <span className="min-w-0 truncate before:mr-1.5 before:content-['·']">{getRoleName(role)}</span>
      {description ? (
        <span className="min-w-0 flex-1 truncate before:mr-1.5 before:content-['·']" title={description}>
          {description}
        </span>
      ) : null}
    </p>
  );
}

export function PageFrame({ title, children, actions, back, live = true, className }: PageProps) {
  const { workspace } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusOnScreenArrival(main);
  const appName = useAppInfo().data?.appName || appInfoFallbacks.appName;
  useEffect(() => {
    document.title = `${title} · ${appName}`;
  }, [title, appName]);
  return (
    <>
      <header className="sticky top-0 print:static z-20 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2">
        <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:min-w-min">
          <MenuButton />
          {back ? (
            <Link
              href={back.href}
              aria-label={back.label}
              className={getButtonClasses({ variant: 'ghost', size: 'icon', className: '-ml-2' })}
            >
              <ArrowLeft aria-hidden />
            </Link>
          ) : null}
          <div className="min-w-0 flex-1 max-sm:min-w-min">
            <h1 className="text-lg leading-tight font-semibold max-sm:line-clamp-2 sm:truncate">{title}</h1>
            {workspace ? <WorkspaceLine workspace={workspace} /> : null}
          </div>
        </div>
        {live && workspace ? (
          <span className="contents print:hidden">
            <RealtimeConnectionIndicator />
          </span>
        ) : null}
        {actions ? (
          <div className="flex flex-wrap items-center gap-2 max-sm:ml-auto print:hidden">{actions}</div>
        ) : null}
      </header>
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        className={classNames('w-full base:max-w-640 p-4 outline-none lg:py-6', className)}
      >
        {children}
      </main>
    </>
  );
}
