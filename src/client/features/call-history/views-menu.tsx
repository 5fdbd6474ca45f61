/** Menu of the user's saved views of the call history: a link to each, and items to save and manage them. */
import { Bookmark, BookmarkCheck, BookmarkPlus, ListChecks } from 'lucide-react';
import { Suspense, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { SavedCallView } from '../../../contract/call-views.ts';
import { savedViewLabels as labels } from '../../../labels/call-history-es.ts';
import { useSavedCallViews } from '../../api/queries.ts';
import { canonicalizeCallListQuery } from '../../format/history-filters.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { screenPaths } from '../../paths.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../ui/menu.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const ViewNameDialog = lazyWithIdlePreload(() => import('./view-name-dialog.tsx'));
const ViewManager = lazyWithIdlePreload(() => import('./view-manager.tsx'));

/** The open dialog of the views. */
type ViewWindow = { readonly kind: 'save' | 'manage' } | { readonly kind: 'rename'; readonly view: SavedCallView };

function ViewItem({ view, isCurrent }: { readonly view: SavedCallView; readonly isCurrent: boolean }) {
  const Icon = isCurrent ? BookmarkCheck : Bookmark;
  return (
    <MenuItem asChild>
      <Link href={screenPaths.callList(view.search)} aria-current={isCurrent ? 'true' : undefined}>
        <Icon aria-hidden className={isCurrent ? '!text-accent-text' : undefined} />
        <span className="truncate">{view.name}</span>
        {isCurrent ? <span className="sr-only">{labels.current}</span> : null}
      </Link>
    </MenuItem>
  );
}

function SavedViews({ search }: { readonly search: string }) {
  const { data, isError } = useSavedCallViews();
  if (!data || data.length === 0) {
    return (
      <p className="max-w-60 px-2 pt-1 pb-2 text-muted">
        {data ? labels.none : isError ? labels.failed : labels.loading}
      </p>
    );
  }
  return data.map((view) => (
    <ViewItem
      key={view.id}
      view={view}
      isCurrent={canonicalizeCallListQuery(new URLSearchParams(view.search)) === search}
    />
  ));
}

export default function SavedViewsMenu({ trigger }: { readonly trigger: ReactNode }) {
  const [address] = useUrlSearchState();
  const search = canonicalizeCallListQuery(address);
  const hasViews = (useSavedCallViews().data ?? []).length > 0;
  const [shown, setShown] = useState<ViewWindow | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Menu align="end" className="max-h-[calc(100dvh-8rem)] w-72 overflow-y-auto" trigger={trigger} defaultOpen>
        <MenuLabel>{labels.saved}</MenuLabel>
        <SavedViews search={search} />
        <MenuSeparator />
        <MenuItem onSelect={() => setShown({ kind: 'save' })}>
          <BookmarkPlus aria-hidden />
          {labels.save}
        </MenuItem>
        {hasViews ? (
          <MenuItem onSelect={() => setShown({ kind: 'manage' })}>
            <ListChecks aria-hidden />
            {labels.manage}
          </MenuItem>
        ) : null}
      </Menu>
      <Suspense fallback={null}>
        {shown?.kind === 'save' ? <ViewNameDialog view={null} search={search} onClose={close} /> : null}
        {shown?.kind === 'manage' ? (
          <ViewManager search={search} onRename={(view) => setShown({ kind: 'rename', view })} onClose={close} />
        ) : null}
        {shown?.kind === 'rename' ? (
          <ViewNameDialog view={shown.view} search={search} onClose={() => setShown({ kind: 'manage' })} />
        ) : null}
      </Suspense>
    </>
  );
}
