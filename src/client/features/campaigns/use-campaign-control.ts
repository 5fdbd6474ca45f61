/** Mutations of a campaign: stop, pause, resume, delete and others. A toast shows the outcome (spec A 8). */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../contract/campaigns.ts';
import type { CampaignWindow } from '../../../contract/settings.ts';
import {
  closeCampaignLabels,
  openCampaignLabels,
  overtakenLabels,
  pauseLabels,
  removeCampaignLabels,
  resumeLabels,
  stopCampaignLabels,
} from '../../../labels/campaigns-es.ts';
import { bestHourLabels } from '../../../labels/best-hour-es.ts';
import { campaignWindowLabels } from '../../../labels/campaign-window-es.ts';
import { weightLabels } from '../../../labels/weight-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { wordFor } from '../../../labels/known.ts';
import { hasCode } from '../../api/api-error.ts';
import { call, type Page } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import type { CampaignChange } from './campaign-actions.ts';

const changes = {
  stop: { body: { status: 'completed' }, labels: stopCampaignLabels },
  pause: { body: { status: 'paused' }, labels: pauseLabels },
  resume: { body: { status: 'in_progress' }, labels: resumeLabels },
  remove: { body: { status: 'failed' }, labels: removeCampaignLabels },
  open: { body: { open: true }, labels: openCampaignLabels },
  close: { body: { open: false }, labels: closeCampaignLabels },
  weigh: { body: {}, labels: weightLabels },
  time: { body: {}, labels: campaignWindowLabels },
  order: { body: {}, labels: bestHourLabels },
} as const;

interface ControlInput {
  readonly id: string;
  readonly change: CampaignChange | 'weigh' | 'time' | 'order';
  readonly hangUp?: boolean;
  /** New weight, for a change of weight. */
  readonly weight?: number;
  /** New calling hours of the campaign, if the change is about them; null for the workspace's hours. */
  readonly callingWindow?: CampaignWindow | null;
  /** New dialling order, if the change is about it. True: people's best hours. False: the file's order. */
  readonly bestHour?: boolean;
}

/** Refreshes all queries of a campaign. Resolves when the screens show the new data. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  const { workspaceId } = tabState();
  const part = (name: 'getCampaign' | 'listCampaignRecipients' | 'listCampaignLog') =>
    workspaceKey(workspaceId, name, { params: { id } });
  for (const name of ['listCampaignRecipients', 'listCampaignLog'] as const)
    void client.invalidateQueries({ queryKey: part(name) });
  const keys = [part('getCampaign'), workspaceKey(workspaceId, 'listCampaigns')];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Error text with the campaign's present state, if somebody else has changed it before; otherwise null. */
function overtaken(client: QueryClient, error: unknown, id: string): string | null {
  const isGone = hasCode(error, 'not_found');
  if (!isGone && !hasCode(error, 'invalid_transition')) return null;
  const { workspaceId } = tabState();
  const lists = client.getQueriesData<Page<readonly Campaign[]>>({
    queryKey: workspaceKey(workspaceId, 'listCampaigns'),
  });
  const own = isGone
    ? undefined
    : client.getQueryData<Campaign>(workspaceKey(workspaceId, 'getCampaign', { params: { id } }));
  const now = lists.flatMap(([, campaigns]) => campaigns?.items ?? []).find((campaign) => campaign.id === id) ?? own;
  return now ? overtakenLabels.status(wordFor(campaignStatusLabels, now.status)) : overtakenLabels.gone;
}

/** Hook: mutation of a campaign by `mutate({ id, change })`. The toast comes when the screen shows the new state. */
export function useCampaignControl() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, hangUp = false, ...set }: ControlInput) =>
      call('patchCampaign', { params: { id }, body: { ...changes[change].body, hangUp, ...set } }),
    onSuccess: async (_campaign, { id, change }) => {
      await refresh(client, id);
      toast.good(changes[change].labels.doneTitle, changes[change].labels.doneText);
    },
    onError: async (error, { id, change }) => {
      await refresh(client, id);
      const cause = overtaken(client, error, id);
      toast.bad(toastTitles.error, [changes[change].labels.failed, cause].filter(Boolean).join(' '));
    },
  });
}
