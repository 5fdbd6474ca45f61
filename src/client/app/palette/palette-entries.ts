/** What the palette offers to somebody, and which of it in which order for what they typed. Pure. */
import type { LucideIcon } from 'lucide-react';
import { paletteLabels as labels } from '../../../labels/palette-es.ts';
import { scoreMatch } from './match-text.ts';

export type EntryKind = 'call' | 'screen' | 'campaign' | 'agent' | 'action';

export interface PaletteEntry {
  /** The same from day to day, so that it can be remembered. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** Beside the label: a state, an id. */
  readonly hint?: string | undefined;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
  /** Keys that do the same. */
  readonly keys?: readonly string[] | undefined;
  readonly Icon: LucideIcon;
  readonly run: () => void;
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
  const other = scoreMatch(query, `${label} ${hint ?? ''} ${words ?? ''}`);
  if (own === null) return other === null ? null : other - 30;
  return Math.max(own, (other ?? own) - 30);
}

/** What fits the query, best first; what was chosen before goes first among what fits alike. */
export function rankEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly PaletteEntry[] {
  const rank = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return entries
    .flatMap((entry) => {
      const points = entry.kind === 'call' ? Number.MAX_SAFE_INTEGER : score(query, entry);
      // A choice made before is worth a little more than the same letters elsewhere.
      return points === null ? [] : [{ entry, points: points + (recent.includes(entry.id) ? 15 : 0) }];
    })
    .sort((a, b) => b.points - a.points || rank(a.entry.id) - rank(b.entry.id))
    .slice(0, mostResults)
    .map(({ entry }) => entry);
}

/** With a query one list of results; without one the recent choices, then everything by its kind. */
export function groupEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recent: readonly string[],
): readonly EntryGroup[] {
  if (query.trim() !== '') {
    const results = rankEntries(entries, query, recent);
    return results.length > 0 ? [{ title: labels.results, entries: results }] : [];
  }
  const chosen = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, mostUnasked);
  const groups = unaskedKinds.map((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind && !chosen.includes(entry));
    return {
      title: labels.groups[kind],
      entries: kind === 'campaign' || kind === 'agent' ? ofKind.slice(0, mostUnasked) : ofKind,
    };
  });
  return [{ title: labels.recent, entries: chosen }, ...groups].filter((group) => group.entries.length > 0);
}
