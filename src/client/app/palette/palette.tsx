/** The command palette (Ctrl+K): finds screens, campaigns, agents, customers and calls, and runs global actions. */
import { useQueryClient } from '@tanstack/react-query';
import { Phone, Search, UserRound } from 'lucide-react';
import { Command } from 'cmdk';
import { Dialog as Primitive } from 'radix-ui';
import { Suspense, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import type { CallDetail } from '../../../contract/calls.ts';
import { commandPaletteLabels as labels } from '../../../labels/palette-es.ts';
import { useCampaigns } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import type { CampaignActionToConfirm } from '../../features/campaigns/campaign-dialogs.tsx';
import { formatContactNumber } from '../../format/calls.ts';
import { formatContactNameAndNumber } from '../../format/contacts.ts';
import { maxCallHistorySearchLength } from '../../format/history-filters.ts';
import { screenPaths } from '../../paths.ts';
import { getScreenNameOfPath } from '../../screens.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { CallResultBadge } from '../../ui/result-badge.tsx';
import { useDialogReturnFocus } from '../../ui/return-focus.ts';
import { ShortcutKeys } from '../kbd.tsx';
import { listCustomersOfCalls } from './found-customers.ts';
import { groupCommandPaletteEntries, type CommandPaletteEntry } from './palette-entries.ts';
import { readRecentPaths } from './recent-places.ts';
import {
  parseCallIdQuery,
  useCallIdLookup,
  useCustomerCallSearch,
  useCallHistoryMatchCount,
  type CallIdLookupState,
  type CustomerCallSearchState,
} from './use-call-lookup.ts';
import { useCommandPaletteEntries } from './use-palette-entries.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

/** Dialog that confirms stopping or deleting a campaign; its code loads while the browser is idle. */
const AskedDialog = lazyWithIdlePreload(async () => ({
  default: (await import('../../features/campaigns/campaign-windows.tsx')).CampaignConfirmDialog,
}));

const pageStep = 8;

const mostCustomers = 4;
const mostCalls = 6;

function useFound(query: string) {
  const { workspace } = useSession();
  const format = useRegionalFormat();
  const [, navigate] = useLocation();
  const lookup = useCallIdLookup(query);
  const search = useCustomerCallSearch(query);
  const calls = lookup.state === 'found' ? [lookup.call] : search.state === 'found' ? search.calls : [];
  const count = useCallHistoryMatchCount(query);
  const historySearch: CommandPaletteEntry = {
    id: 'search',
    kind: 'search',
    label: labels.searchHistory(query, count && format.total(count.total, count.capped)),
    Icon: Search,
    run: () => navigate(screenPaths.callHistory({ q: query.trim().slice(0, maxCallHistorySearchLength) })),
  };
  const entries: CommandPaletteEntry[] = [
    ...listCustomersOfCalls(search.state === 'found' ? search.calls : [])
      .slice(0, mostCustomers)
      .map(({ number, shownNumber, name }): CommandPaletteEntry => ({
        id: `customer:${number}`,
        kind: 'customer',
        label: name ?? shownNumber,
        hint: name === null ? undefined : shownNumber,
        Icon: UserRound,
        run: () => navigate(screenPaths.callHistory({ q: number })),
      })),
    ...calls.slice(0, mostCalls).map((call): CommandPaletteEntry => ({
      id: `call:${call.id}`,
      kind: 'call',
      label: lookup.state === 'found' ? call.id : formatContactNameAndNumber(call),
      hint: `${lookup.state === 'found' ? `${formatContactNumber(call)} · ` : ''}${format.dateTime(call.occurredAt)}`,
      result: call.result,
      Icon: Phone,
      run: () => navigate(screenPaths.call(call.id)),
    })),
    ...(workspace === null || query.trim() === '' || parseCallIdQuery(query) !== null ? [] : [historySearch]),
  ];
  return { entries, isNothing: count?.total === 0, status: statusText(query, lookup, search) };
}

function statusText(query: string, lookup: CallIdLookupState, search: CustomerCallSearchState): string | null {
  if (lookup.state === 'searching') return labels.searchingCall;
  if (lookup.state === 'missing') return labels.missingCall(parseCallIdQuery(query) ?? query);
  if (lookup.state === 'failed') return lookup.message;
  if (search.state === 'searching') return labels.searching;
  return search.state === 'failed' ? `${labels.searchFailed} ${search.message}` : null;
}

/** Palette entries of the last opened calls, by customer name if this tab has the call in its cache, else by id. */
function useRecentCalls(recent: readonly string[]): readonly CommandPaletteEntry[] {
  const client = useQueryClient();
  const { workspace } = useSession();
  const [, navigate] = useLocation();
  return recent
    .filter((path) => getScreenNameOfPath(path) === 'call')
    .map((path) => {
      const id = decodeURIComponent(path.slice(screenPaths.call('').length));
      const read = client.getQueryData<CallDetail>(
        getWorkspaceQueryKey(workspace?.id ?? null, 'getCall', { params: { id } }),
      );
      return {
        id: `call:${id}`,
        kind: 'call',
        label: read ? formatContactNameAndNumber(read) : id,
        hint: labels.call,
        result: read?.result,
        Icon: Phone,
        place: path,
        isSearchedOnly: true,
        run: () => navigate(path),
      };
    });
}

function Option({ entry, onChoose }: { readonly entry: CommandPaletteEntry; readonly onChoose: () => void }) {
  const { id, label, hint, result, keys, Icon } = entry;
  return (
    <Command.Item
      value={id}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-ink data-[selected=true]:bg-accent-soft"
      onSelect={onChoose}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {result ? <CallResultBadge result={result} /> : null}
      {hint ? <span className="max-w-[45%] shrink-0 truncate text-xs text-muted tabular-nums">{hint}</span> : null}
      {keys ? <ShortcutKeys keys={keys} className="max-sm:hidden" /> : null}
    </Command.Item>
  );
}

function PaletteBody({ onChoose }: { readonly onChoose: (entry: CommandPaletteEntry) => void }) {
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<string | null>(null);
  const session = useSession();
  const [location] = useLocation();
  const [recent] = useState(() => readRecentPaths(session).filter((place) => place !== location));
  const found = useFound(query);
  const entries = [...useCommandPaletteEntries(query), ...useRecentCalls(recent)];
  const groups = groupCommandPaletteEntries(entries, query, recent, found.entries);
  const flat = groups.flatMap((group) => group.entries);
  // The palette's selected entry is tracked by id, because late results of the server may be inserted above it.
  const shown = Math.max(
    0,
    flat.findIndex(({ id }) => id === active),
  );
  const isNothing = flat.every(({ kind }) => kind === 'search' && found.isNothing);
  const { status } = found;

  /** Page up and page down move the palette's selection by several entries, which the cmdk library does not do. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || (event.key !== 'PageDown' && event.key !== 'PageUp')) return;
    event.preventDefault();
    const next = event.key === 'PageDown' ? Math.min(flat.length - 1, shown + pageStep) : Math.max(0, shown - pageStep);
    setActive(flat[next]?.id ?? null);
  }

  return (
    <Command
      label={labels.input}
      loop
      shouldFilter={false}
      vimBindings={false}
      value={flat[shown]?.id ?? ''}
      onValueChange={setActive}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col outline-none"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          placeholder={labels.placeholder}
          className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
          value={query}
          onValueChange={(text) => {
            setQuery(text);
            setActive(null);
          }}
        />
        <Primitive.Close
          className="rounded-sm"
          onKeyDown={(event) => {
            // Stop Enter on the palette's close button, because it would also choose the selected entry.
            if (event.key === 'Enter') event.stopPropagation();
          }}
        >
          <span className="sr-only">{labels.close} </span>
          <ShortcutKeys keys={['Esc']} />
        </Primitive.Close>
      </div>
      {isNothing && !status ? <p className="px-4 py-8 text-center text-muted">{labels.nothing(query)}</p> : null}
      <Command.List label={labels.title} className="min-h-0 flex-1 overflow-y-auto p-2 outline-none">
        {groups.map((group) => (
          <Command.Group
            key={group.title}
            heading={<p className="px-3 pt-2 pb-1 text-xs font-medium text-muted">{group.title}</p>}
            className="mb-1 last:mb-0"
          >
            {group.entries.map((entry) => (
              <Option key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {/*
       * The status of the palette's search is below the list, so that the list's entries stay where they are when the
       * status appears.
       */}
      <output className={status ? 'block border-t border-line px-5 py-2 text-xs text-muted' : 'sr-only'}>
        {status ?? labels.count(flat.length)}
      </output>
    </Command>
  );
}

export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const choosing = useRef(false);
  const focus = useDialogReturnFocus();
  const [asked, setAsked] = useState<CampaignActionToConfirm | null>(null);
  const campaigns = useCampaigns().data?.items;
  function choose(entry: CommandPaletteEntry): void {
    // A palette action that needs confirmation replaces the palette by a dialog, which restores the focus when it
    // closes.
    if (typeof entry.run === 'object') return setAsked(entry.run);
    choosing.current = true;
    onClose();
    return entry.run();
  }
  if (asked) {
    return (
      <Suspense fallback={null}>
        <AskedDialog asked={asked} campaign={campaigns?.find(({ id }) => id === asked.campaign.id)} onAsk={onClose} />
      </Suspense>
    );
  }
  return (
    <Primitive.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=open]:animate-enter" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[min(32rem,80dvh)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col rounded-lg border border-line bg-surface shadow-pop outline-none data-[state=open]:animate-enter"
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            // If a palette entry was chosen, its action sets the focus, so closing the palette must not restore the old
            // focus.
            if (choosing.current) event.preventDefault();
            else focus.onCloseAutoFocus(event);
          }}
        >
          <Primitive.Title className="sr-only">{labels.title}</Primitive.Title>
          <PaletteBody onChoose={choose} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
