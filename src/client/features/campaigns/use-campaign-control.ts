/** Mutations of a campaign: stop, pause, resume, delete and others. A toast shows the outcome (spec A 8). */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../contract/campaigns.ts';
import type { CampaignCallingHours } from '../../../contract/settings.ts';
import {
  closeCampaignToNewRecipientsLabels,
  keepCampaignOpenLabels,
  campaignChangedMeanwhileTexts,
  pauseCampaignLabels,
  removeCampaignLabels,
  resumeCampaignLabels,
  stopCampaignLabels,
} from '../../../labels/campaigns-es.ts';
import { bestHourLabels } from '../../../labels/best-hour-es.ts';
import { campaignCallingHoursLabels } from '../../../labels/campaign-window-es.ts';
import { campaignWeightLabels } from '../../../labels/weight-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { isApiErrorWithCode } from '../../api/api-error.ts';
import { callApi, type ApiListPage } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import type { CampaignActionName } from './campaign-actions.ts';

const changes = {
  stop: { body: { status: 'completed' }, labels: stopCampaignLabels },
  pause: { body: { status: 'paused' }, labels: pauseCampaignLabels },
  resume: { body: { status: 'in_progress' }, labels: resumeCampaignLabels },
  remove: { body: { status: 'failed' }, labels: removeCampaignLabels },
  open: { body: { open: true }, labels: keepCampaignOpenLabels },
  close: { body: { open: false }, labels: closeCampaignToNewRecipientsLabels },
  weigh: { body: {}, labels: campaignWeightLabels },
  time: { body: {}, labels: campaignCallingHoursLabels },
  order: { body: {}, labels: bestHourLabels },
} as const;

interface ControlInput {
  readonly id: string;
  readonly change: CampaignActionName | 'weigh' | 'time' | 'order';
  readonly hangUp?: boolean;
  /** New weight, for a change of weight. */
  readonly weight?: number;
  /** New calling hours of the campaign. Null: the workspace's hours. Undefined: the calling hours do not change. */
  readonly callingWindow?: CampaignCallingHours | null;
  /**
   * New order of calling. True: people are called at their best hours. False: in the order of the file. Undefined: the
   * order does not change.
   */
  readonly bestHour?: boolean;
}

/** Refreshes all queries of a campaign. Resolves when the screens show the new data. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  const { workspaceId } = getTabWorkspaceState();
  const part = (name: 'getCampaign' | 'listCampaignRecipients' | 'listCampaignLog') =>
    getWorkspaceQueryKey(workspaceId, name, { params: { id } });
  for (const name of ['listCampaignRecipients', 'listCampaignLog'] as const)
    void client.invalidateQueries({ queryKey: part(name) });
  const keys = [part('getCampaign'), getWorkspaceQueryKey(workspaceId, 'listCampaigns')];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Error text with the campaign's present state if the request failed because somebody else changed the state first. */
function overtaken(client: QueryClient, error: unknown, id: string): string | null {
  const isGone = isApiErrorWithCode(error, 'not_found');
  if (!isGone && !isApiErrorWithCode(error, 'invalid_transition')) return null;
  const { workspaceId } = getTabWorkspaceState();
  const lists = client.getQueriesData<ApiListPage<readonly Campaign[]>>({
    queryKey: getWorkspaceQueryKey(workspaceId, 'listCampaigns'),
  });
  const own = isGone
    ? undefined
    : client.getQueryData<Campaign>(getWorkspaceQueryKey(workspaceId, 'getCampaign', { params: { id } }));
  const now = lists.flatMap(([, campaigns]) => campaigns?.items ?? []).find((campaign) => campaign.id === id) ?? own;
  return now
    ? campaignChangedMeanwhileTexts.status(getLabelOrUnknown(campaignStatusLabels, now.status))
    : campaignChangedMeanwhileTexts.gone;
}

/**
 * React hook: mutation of a campaign by `mutate({ id, change })`. The toast of success appears when the screen shows
 * the campaign's new state.
 */
export function useCampaignControlMutation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, hangUp = false, ...set }: ControlInput) =>
      callApi('patchCampaign', { params: { id }, body: { ...changes[change].body, hangUp, ...set } }),
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
