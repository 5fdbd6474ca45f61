/** Entries of the command palette: their type, and how a query filters, ranks and groups them. Pure. */
import type { LucideIcon } from 'lucide-react';
import type { CallResult } from '../../../contract/calls.ts';
import { extractPhoneQueryDigits } from '../../../contract/search-words.ts';
import { commandPaletteLabels as labels } from '../../../labels/palette-es.ts';
import type { CampaignActionToConfirm } from '../../features/campaigns/campaign-dialogs.tsx';
import { scoreNameMatch } from './match-text.ts';

export type CommandPaletteEntryKind =
  | 'screen'
  | 'setting'
  | 'campaign'
  | 'agent'
  | 'action'
  | 'customer'
  | 'call'
  | 'filter'
  | 'search';

export interface CommandPaletteEntry {
  readonly id: string;
  readonly kind: CommandPaletteEntryKind;
  readonly label: string;
  /** Beside the label: a state, an id. */
  readonly hint?: string | undefined;
  /** The result of the call that this entry of the command palette opens, if known. */
  readonly result?: CallResult | undefined;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  readonly Icon: LucideIcon;
  /** Path that this palette entry opens. It identifies the entry in the list of recently visited ones. */
  readonly place?: string;
  /** True if the palette shows the entry only when the query matches, because there are many entries of its kind. */
  readonly isSearchedOnly?: boolean;
  readonly run: (() => void) | CampaignActionToConfirm;
}

export interface CommandPaletteEntryGroup {
  readonly title: string;
  readonly entries: readonly CommandPaletteEntry[];
}

const mostResults = 50;
/** Without a query, the command palette lists only this many campaigns and agents, because there may be hundreds. */
const mostUnasked = 5;
const unaskedKinds: readonly CommandPaletteEntryKind[] = ['screen', 'campaign', 'agent', 'action'];

function score(query: string, { label, hint, words }: CommandPaletteEntry): number | null {
  const own = scoreNameMatch(query, label);
  // If the query looks like part of a phone number, match it with the entry's label alone. The hint may be an id that
  // contains the same digits by chance.
  if (extractPhoneQueryDigits(query) !== null) return own;
  const other = scoreNameMatch(query, `${label} ${hint ?? ''} ${words ?? ''}`);
  if (own === null) return other === null ? null : other - 30;
  return Math.max(own, (other ?? own) - 30);
}

/** Returns the palette entries that match the query, best first. A recently visited entry gets a bonus. */
export function rankCommandPaletteEntries(
  entries: readonly CommandPaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly CommandPaletteEntry[] {
  return entries
    .flatMap((entry) => {
      const points = score(query, entry);
      const isRecent = entry.place !== undefined && recent.includes(entry.place);
      return points === null ? [] : [{ entry, points: points + (isRecent ? 15 : 0) }];
    })
    .sort((a, b) => b.points - a.points)
    .slice(0, mostResults)
    .map(({ entry }) => entry);
}

const groupsOf = (
  entries: readonly CommandPaletteEntry[],
  kinds: Iterable<CommandPaletteEntryKind>,
): readonly CommandPaletteEntryGroup[] =>
  [...kinds].map((kind) => ({ title: labels.groups[kind], entries: entries.filter((entry) => entry.kind === kind) }));

/**
 * Groups the command palette's entries by kind. With a query, the matches come first, best kind first. The server's
 * results (`found`) come below, so that late results move no entries. Without a query, recently visited entries come
 * first, then all kinds.
 */
export function groupCommandPaletteEntries(
  entries: readonly CommandPaletteEntry[],
  query: string,
  recent: readonly string[],
  found: readonly CommandPaletteEntry[],
): readonly CommandPaletteEntryGroup[] {
  if (query.trim() !== '') {
    const results = rankCommandPaletteEntries(entries, query, recent);
    // A recently opened call that the server also finds is listed only once.
    const others = found.filter(({ id }) => !results.some((entry) => entry.id === id));
    return [results, others].flatMap((part) => groupsOf(part, new Set(part.map(({ kind }) => kind))));
  }
  const last = recent.flatMap((place) => entries.find((entry) => entry.place === place) ?? []).slice(0, mostUnasked);
  const unasked = entries.filter((entry) => !entry.isSearchedOnly && !last.includes(entry));
  return [
    { title: labels.recent, entries: last },
    ...groupsOf(unasked, unaskedKinds).map(({ title, entries: all }, at) => {
      const isMany = unaskedKinds[at] === 'campaign' || unaskedKinds[at] === 'agent';
      return { title, entries: isMany ? all.slice(0, mostUnasked) : all };
    }),
  ].filter((group) => group.entries.length > 0);
}
