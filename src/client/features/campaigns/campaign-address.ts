/** URL parameters of a campaign's dialog or page: campaign id, tab, and filters of its recipient list. */
import type { RecipientFilter } from '../../../contract/campaigns.ts';
import { recipientFilterLabels } from '../../../labels/campaign-detail-es.ts';
import { useLocation, useSearchParams } from 'wouter';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { getScreenNameOfPath } from '../../screens.ts';

export const campaignTabNames = ['resumen', 'destinatarios', 'registro'] as const;
export type CampaignTabName = (typeof campaignTabNames)[number];

export const recipientFilterNames = Object.keys(recipientFilterLabels) as RecipientFilter[];

/** Names of the URL parameters that are removed when a campaign's window closes. */
const windowParameters = ['campana', 'vista', 'mostrar', 'destinatario', 'hoja'] as const;

interface CampaignLink {
  readonly id: string;
  readonly view?: CampaignTabName;
  readonly show?: RecipientFilter;
}

/** Hook: function that builds the URL of a campaign's tab or recipient list, in its dialog or on its page. */
export function useCampaignUrlBuilder(): (link: CampaignLink) => string {
  const [search] = useSearchParams();
  const [path] = useLocation();
  return (link) => addressOf(search, link, getScreenNameOfPath(path) === 'campaign');
}

function addressOf(search: URLSearchParams, { id, view, show }: CampaignLink, isPage: boolean): string {
  const next = new URLSearchParams(search);
  for (const name of windowParameters) next.delete(name);
  if (!isPage) next.set('campana', id);
  if (view && view !== 'resumen') next.set('vista', view);
  if (show) next.set('mostrar', show);
  return `?${next.toString()}`;
}

interface CampaignWindow {
  /** Id of the campaign whose window is open; null if none is. */
  readonly id: string | null;
  readonly view: CampaignTabName;
  readonly show: RecipientFilter | null;
  readonly query: string;
  readonly page: number;
  readonly changeView: (view: string) => void;
  readonly changeShow: (show: string | null) => void;
  readonly changeQuery: (query: string) => void;
  readonly changePage: (page: number) => void;
  readonly clear: () => void;
  readonly close: () => void;
}

export function useCampaignDialogUrlState(): CampaignWindow {
  const [search, change] = useUrlSearchState();
  return {
    id: search.get('campana'),
    view: campaignTabNames.find((each) => each === search.get('vista')) ?? 'resumen',
    show: recipientFilterNames.find((each) => each === search.get('mostrar')) ?? null,
    query: search.get('destinatario') ?? '',
    page: Math.max(1, Math.floor(Number(search.get('hoja')) || 1)),
    changeView: (view) => change({ vista: view === 'resumen' ? null : view }),
    changeShow: (show) => change({ mostrar: show, hoja: null }),
    changeQuery: (query) => change({ destinatario: query, hoja: null }),
    changePage: (page) => change({ hoja: page === 1 ? null : String(page) }),
    clear: () => change({ mostrar: null, destinatario: null, hoja: null }),
    close: () => change(Object.fromEntries(windowParameters.map((name) => [name, null]))),
  };
}
