/** The palette's entries for a person, and their filter and order for a query. Pure. */
import type { LucideIcon } from 'lucide-react';
import type { CallResult } from '../../../contract/calls.ts';
import { digitsOfPhoneQuery } from '../../../contract/search-words.ts';
import { paletteLabels as labels } from '../../../labels/palette-es.ts';
import type { PendingConfirmation } from '../../features/campaigns/campaign-dialogs.tsx';
import { scoreMatch } from './match-text.ts';

export type EntryKind =
  | 'screen'
  | 'setting'
  | 'campaign'
  | 'agent'
  | 'action'
  | 'customer'
  | 'call'
  | 'filter'
  | 'search';

export interface PaletteEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** Beside the label: a state, an id. */
  readonly hint?: string | undefined;
  /** The result of a call, where it is known. */
  readonly result?: CallResult | undefined;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  readonly Icon: LucideIcon;
  /** The entry's address, if it is a place that is remembered. */
  readonly place?: string;
  /** Too many of their kind to be offered unasked. */
  readonly isSearchedOnly?: boolean;
  /** The entry's action, or the confirmation that is asked first. */
  readonly run: (() => void) | PendingConfirmation;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

const mostResults = 50;
/** Campaigns and agents come in hundreds: without a query only the first few are offered. */
const mostUnasked = 5;
const unaskedKinds: readonly EntryKind[] = ['screen', 'campaign', 'agent', 'action'];

function score(query: string, { label, hint, words }: PaletteEntry): number | null {
  const own = scoreMatch(query, label);
  // Digits are of a customer's number: in an id they stand by chance.
  if (digitsOfPhoneQuery(query) !== null) return own;
  const other = scoreMatch(query, `${label} ${hint ?? ''} ${words ?? ''}`);
  if (own === null) return other === null ? null : other - 30;
  return Math.max(own, (other ?? own) - 30);
}

/** Returns the entries that match the query, best first. A recent place goes before equal matches. */
export function rankEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
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

const groupsOf = (entries: readonly PaletteEntry[], kinds: Iterable<EntryKind>): readonly EntryGroup[] =>
  [...kinds].map((kind) => ({ title: labels.groups[kind], entries: entries.filter((entry) => entry.kind === kind) }));

/**
 * With a query what fits, by its kind, the best kind first, and `found` of the server below, so that what comes later moves
 * nothing; without one the places where the person was last, then everything by its kind.
 */
export function groupEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
  found: readonly PaletteEntry[],
): readonly EntryGroup[] {
  if (query.trim() !== '') {
    const results = rankEntries(entries, query, recent);
    // A call that was opened lately is offered once, though the server finds it too.
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
