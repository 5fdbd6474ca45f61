/** The sidebar: 256 px wide, or 64 px with icons only. On narrow screens it is in a drawer. */
import { PanelLeftClose, PanelLeftOpen, Search, X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { commandPaletteButtonLabels, sidebarLabels } from '../../labels/shell-es.ts';
import { useAppVersion } from '../session/app-version.ts';
import { useSession } from '../session/session.ts';
import { HelpSettingsButton } from '../help/help-toggle.tsx';
import { useMediaQuery } from '../hooks/use-media-query.ts';
import { setSidebarCollapsed, setSidebarDrawerOpen, useSidebarState } from '../layout/sidebar-state.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Logo } from '../ui/logo.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { NotificationBell } from './alerts/alerts-bell.tsx';
import { ShortcutKeys, commandPaletteShortcutKeys, commandPaletteAriaKeyShortcuts } from './kbd.tsx';
import { preloadDialog } from './overlay-host.tsx';
import { openDialog } from './overlays.ts';
import { preloadScreenOfPath } from './routes.tsx';
import { sidebarSectionEntries, filterSidebarSectionsByRole, type SidebarSectionWithEntries } from './sections.ts';
import { ProviderStatusWidget } from './service-status.tsx';
import { UserMenu } from './user-menu.tsx';
import { WebhookWarning } from './webhook-warning.tsx';
import { WorkspaceSelector } from './workspace-selector.tsx';

/** The code of the sidebar's drawer loads on demand, because only narrow screens need it. */
const Drawer = lazy(async () => ({ default: (await import('../ui/dialog.tsx')).Drawer }));

interface SectionLinksProps {
  readonly section: SidebarSectionWithEntries;
  readonly collapsed: boolean;
}

function SectionLinks({ section, collapsed }: SectionLinksProps) {
  const [location] = useLocation();
  return (
    <div className="flex flex-col gap-0.5">
      {collapsed ? (
        <hr className="mx-2 my-1 border-line" />
      ) : (
        <p className="px-3 pb-1 text-xs font-medium text-muted lg:short:pb-0">{section.label}</p>
      )}
      {section.entries.map(({ href, label, Icon }) => {
        const current = location === href;
        return (
          <Tooltip key={href} text={label} side="right" enabled={collapsed}>
            <Link
              href={href}
              aria-current={current ? 'page' : undefined}
              aria-label={collapsed ? label : undefined}
              onPointerEnter={() => preloadScreenOfPath(href)}
              onFocus={() => preloadScreenOfPath(href)}
              onClick={() => setSidebarDrawerOpen(false)}
              className={classNames(
                'flex h-9 shrink-0 items-center gap-3 rounded-md font-medium transition-colors lg:h-8 lg:short:h-6.25',
                collapsed ? 'w-10 justify-center' : 'px-3',
                current ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              {collapsed ? null : <span className="truncate">{label}</span>}
            </Link>
          </Tooltip>
        );
      })}
    </div>
  );
}

/** Opens the palette, and shows its shortcut. */
function SearchButton({ collapsed }: { readonly collapsed: boolean }) {
  return (
    <Tooltip side="right" enabled={collapsed} text={<ShortcutKeys keys={commandPaletteShortcutKeys} />}>
      <button
        type="button"
        aria-label={collapsed ? commandPaletteButtonLabels.search : undefined}
        aria-keyshortcuts={commandPaletteAriaKeyShortcuts}
        title={collapsed ? undefined : commandPaletteButtonLabels.input}
        className={classNames(
          'flex shrink-0 items-center rounded-md border border-line text-muted transition-colors hover:bg-sunken hover:text-ink',
          collapsed ? 'size-10 justify-center' : 'h-8 w-full gap-2 px-2.5',
        )}
        onPointerEnter={() => preloadDialog('palette')}
        onFocus={() => preloadDialog('palette')}
        onClick={() => openDialog('palette')}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        {collapsed ? null : (
          <>
            <span className="flex-1 text-left">{commandPaletteButtonLabels.search}</span>
            <span aria-hidden className="max-lg:hidden">
              <ShortcutKeys keys={commandPaletteShortcutKeys} />
            </span>
          </>
        )}
      </button>
    </Tooltip>
  );
}

/** Bottom of the sidebar: status of provider and webhooks, the notification bell, and the signed-in user. */
function SidebarFooter({ collapsed }: { readonly collapsed: boolean }) {
  const { workspace } = useSession();
  const { version, build } = useAppVersion();
  return (
    <div className={classNames('flex w-full shrink-0 flex-col border-t border-line py-2', collapsed && 'items-center')}>
      {workspace === null ? null : <WebhookWarning collapsed={collapsed} />}
      <div className={classNames('flex items-center gap-1', collapsed ? 'flex-col' : 'w-full')}>
        <ProviderStatusWidget collapsed={collapsed} />
        <NotificationBell />
        <HelpSettingsButton />
      </div>
      <UserMenu collapsed={collapsed} />
      {collapsed ? null : (
        <p className="truncate px-2 pt-1 text-xs text-muted" title={`${version} · ${build}`}>
          {version} · {build}
        </p>
      )}
    </div>
  );
}

function SidebarContent({ collapsed, inDrawer = false }: { readonly collapsed: boolean; readonly inDrawer?: boolean }) {
  const { role } = useSession();
  const { appName } = useAppVersion();
  return (
    <div className={classNames('flex h-full flex-col', collapsed ? 'items-center px-3' : 'px-3')}>
      <div className={classNames('flex w-full shrink-0 items-center gap-2 py-3', collapsed ? 'flex-col' : 'min-h-14')}>
        <Logo />
        {collapsed ? null : <span className="min-w-0 flex-1 truncate text-lg font-semibold">{appName}</span>}
        {inDrawer ? (
          <Button
            size="icon"
            variant="ghost"
            aria-label={sidebarLabels.closeMenu}
            onClick={() => setSidebarDrawerOpen(false)}
          >
            <X aria-hidden />
          </Button>
        ) : (
          <Button
            size="icon"
            variant="ghost"
            aria-label={collapsed ? sidebarLabels.expand : sidebarLabels.collapse}
            aria-expanded={!collapsed}
            onClick={() => setSidebarCollapsed(!collapsed)}
          >
            {collapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
          </Button>
        )}
      </div>
      <SearchButton collapsed={collapsed} />
      <div className={classNames('mt-3 shrink-0', collapsed ? '' : 'w-full')}>
        <WorkspaceSelector collapsed={collapsed} />
      </div>
      <nav
        aria-label={sidebarLabels.navigation}
        className="-mx-1 mt-3 flex min-h-0 w-[calc(100%+0.5rem)] flex-1 flex-col gap-4 overflow-y-auto px-1 pt-1 pb-4 lg:short:mt-1 lg:short:gap-1.5 lg:short:pb-1"
      >
        {filterSidebarSectionsByRole(sidebarSectionEntries, role).map((section) => (
          <SectionLinks key={section.label} section={section} collapsed={collapsed} />
        ))}
      </nav>
      <SidebarFooter collapsed={collapsed} />
    </div>
  );
}

export function Sidebar() {
  const { collapsed, drawerOpen } = useSidebarState();
  // On narrow screens the sidebar is rendered only in the drawer, so that a phone does not render it twice.
  const isWide = useMediaQuery('(min-width: 64rem)');
  return (
    <>
      {isWide ? (
        <aside
          className={classNames(
            'sticky top-0 z-30 h-dvh shrink-0 border-r border-line bg-ground transition-[width] print:hidden',
            collapsed ? 'w-16' : 'w-64',
          )}
        >
          <SidebarContent collapsed={collapsed} />
        </aside>
      ) : null}
      {drawerOpen ? (
        <Suspense fallback={null}>
          <Drawer open onOpenChange={setSidebarDrawerOpen} title={sidebarLabels.navigation}>
            <SidebarContent collapsed={false} inDrawer />
          </Drawer>
        </Suspense>
      ) : null}
    </>
  );
}
