/**
 * Navigation of a call's page within the list from which it was opened: previous, next, and back to the list. The
 * call's URL contains the list's filters. The bar stays mounted between calls and keeps the focus.
 */
import { ChevronLeft, ChevronRight, List } from 'lucide-react';
import { useEffect, useMemo, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { callNeighboursBarLabels as labels } from './call-detail-es.ts';
import { useApiQuery } from '../../api/queries.ts';
import { describeActiveFilters } from '../../format/filter-options.ts';
import {
  readCallHistoryFiltersFromUrl,
  readCallHistorySortFromUrl,
  toCallFiltersQuery,
} from '../../format/history-filters.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../hooks/key-target.ts';
import { usePageShortcutsInHelpDialog, type PageShortcutGroup } from '../../layout/page-shortcuts.ts';
import { screenPaths } from '../../paths.ts';
import { useWorkspaceTimeZone } from '../../session/session.ts';
import { getButtonClasses } from '../../ui/button.tsx';

interface ListBarProps {
  readonly id: string;
  /** Query string of the call history from which the call was opened; '' for all calls. */
  readonly list: string;
  /** Open tab of the call's page. It stays open when the user goes to the next call. */
  readonly tab: string | null;
}

const shortcuts: PageShortcutGroup = {
  title: labels.shortcuts,
  shortcuts: [{ keys: ['[', ']'], label: labels.previousKeys }],
};

/**
 * Returns -1 (previous call) for '[' or Alt+↑, 1 (next call) for ']' or Alt+↓, otherwise null. Alt with an arrow is an
 * alternative for keyboards on which '[' needs AltGr.
 */
function stepOfKey({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): -1 | 1 | null {
  if (metaKey) return null;
  if (key === '[' || (key === 'ArrowUp' && altKey && !ctrlKey)) return -1;
  return key === ']' || (key === 'ArrowDown' && altKey && !ctrlKey) ? 1 : null;
}

function useNeighbours({ id, list }: ListBarProps) {
  const zone = useWorkspaceTimeZone();
  const query = useMemo(() => {
    const search = new URLSearchParams(list);
    return toCallFiltersQuery(readCallHistoryFiltersFromUrl(search), zone, readCallHistorySortFromUrl(search));
  }, [list, zone]);
  return useApiQuery('getCallNeighbours', { params: { id }, query });
}

interface StepProps {
  /** URL of the previous or next call; null if the list has no such call. */
  readonly href: string | null;
  /** True while the previous and next calls are still loading. */
  readonly isMoving: boolean;
  readonly keys: string;
  readonly children: ReactNode;
}

/**
 * Link to the previous or next call. If there is no such call, the link has no effect, but stays in place so that it
 * keeps the focus.
 */
function Step({ href, isMoving, keys, children }: StepProps) {
  const [here] = useLocation();
  return (
    <Link
      href={href ?? here}
      className={getButtonClasses({ size: 'small' })}
      aria-keyshortcuts={keys}
      aria-disabled={href === null || undefined}
      onClick={(event) => {
        if (href === null || isMoving) event.preventDefault();
      }}
    >
      {children}
    </Link>
  );
}

/** Text that names the filters of the list from which the call was opened; nothing without filters. */
function InThisList({ list }: { readonly list: string }) {
  const texts = describeActiveFilters(readCallHistoryFiltersFromUrl(new URLSearchParams(list)));
  if (texts.length === 0) return null;
  return <p className="text-xs text-muted">{labels.inList(texts.join(' · '))}</p>;
}

export function CallNeighboursBar(props: ListBarProps) {
  const { list, tab } = props;
  const [, navigate] = useLocation();
  const { data, isError, isPlaceholderData } = useNeighbours(props);
  usePageShortcutsInHelpDialog(shortcuts);
  const hrefOf = (id: string | null | undefined) => (id ? screenPaths.call(id, { list, tab: tab ?? undefined }) : null);
  const previous = hrefOf(data?.previousId);
  const next = hrefOf(data?.nextId);
  useEffect(() => {
    if (isPlaceholderData) return undefined;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isTextFieldTarget(event.target) || isDialogOrMenuOpen())
        return;
      const step = stepOfKey(event);
      const href = step === null ? null : step === -1 ? previous : next;
      if (href === null) return;
      event.preventDefault();
      navigate(href);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isPlaceholderData, previous, next, navigate]);
  return (
    <nav aria-label={labels.label} className="flex flex-wrap items-center gap-2">
      <Link
        href={`${screenPaths.callHistory()}${list ? `?${list}` : ''}`}
        className={getButtonClasses({ size: 'small', variant: 'ghost', className: '-ml-2' })}
      >
        <List aria-hidden />
        {labels.back}
      </Link>
      <InThisList list={list} />
      <span className="ml-auto flex items-center gap-2">
        {isError ? <span className="text-xs text-muted">{labels.failed}</span> : null}
        <Step href={previous} isMoving={isPlaceholderData} keys="[ Alt+ArrowUp">
          <ChevronLeft aria-hidden />
          <span className="max-sm:sr-only">{labels.previous}</span>
        </Step>
        <Step href={next} isMoving={isPlaceholderData} keys="] Alt+ArrowDown">
          <span className="max-sm:sr-only">{labels.next}</span>
          <ChevronRight aria-hidden />
        </Step>
      </span>
    </nav>
  );
}
