/** Stops, pauses, resumes and deletes a campaign, and says what came of it (spec A 8). */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Campaign } from '../../../contract/campaigns.ts';
import { overtakenLabels, pauseLabels, removeLabels, resumeLabels, stopLabels } from '../../../labels/campaigns-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { hasCode } from '../../api/api-error.ts';
import { call, type Page } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import type { CampaignChange } from './campaign-actions.ts';

const changes = {
  stop: { status: 'completed', labels: stopLabels },
  pause: { status: 'paused', labels: pauseLabels },
  resume: { status: 'in_progress', labels: resumeLabels },
  remove: { status: 'failed', labels: removeLabels },
} as const;

interface ControlInput {
  readonly id: string;
  readonly change: CampaignChange;
  /** Of a stop: its live calls are ended too. */
  readonly hangUp?: boolean;
}

/** Resolves when the history shows the campaign as it is now. */
async function refresh(client: QueryClient, id: string): Promise<void> {
  const { workspaceId } = tabState();
  const parts = (['getCampaign', 'listCampaignRecipients', 'listCampaignLog'] as const).map((name) => workspaceKey(workspaceId, name, { params: { id } }));
  for (const queryKey of parts) void client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey: workspaceKey(workspaceId, 'listCampaigns') });
}

/** Somebody or the dispatcher was quicker: what the campaign is by now. Null: the failure had another cause. */
function overtaken(client: QueryClient, error: unknown, id: string): string | null {
  if (!hasCode(error, 'invalid_transition') && !hasCode(error, 'not_found')) return null;
  const lists = client.getQueriesData<Page<readonly Campaign[]>>({ queryKey: workspaceKey(tabState().workspaceId, 'listCampaigns') });
  const now = lists.flatMap(([, campaigns]) => campaigns?.items ?? []).find((campaign) => campaign.id === id);
  return now ? overtakenLabels.status(campaignStatusLabels[now.status]) : overtakenLabels.gone;
}

/** `mutate({ id, change })`; the toast comes once the screen shows the outcome. */
export function useCampaignControl() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change, hangUp = false }: ControlInput) =>
      call('patchCampaign', { params: { id }, body: { status: changes[change].status, hangUp } }),
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
