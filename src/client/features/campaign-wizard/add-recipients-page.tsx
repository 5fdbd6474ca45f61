/**
 * Page '/campana/{id}/agregar', which adds recipients to a running or waiting campaign. It uses the second step of the
 * campaign wizard.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';
import type { AddRecipientsResult, RecipientFileRow, RejectedRecipientRow } from '../../../contract/campaigns.ts';
import { canCampaignStatusTakeRecipients, maxAddedRecipientRows } from '../../../contract/recipient-file.ts';
import { addRecipientsLabels as labels } from '../../../labels/add-recipients-es.ts';
import { missingWizardInputLabels } from '../../../labels/wizard-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useCampaign } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { useUnsavedWorkLeaveGuard } from '../../hooks/use-leave-guard.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { focusFirstEnabledField, recipientProblemFocusFields } from './missing-fields.ts';
import { findWizardRecipientListProblem } from './draft/wizard-draft.ts';
import type { RecipientFileReader } from './recipients/recipient-reader.ts';
import { InputProblemPanel } from './recipients/problem-panel.tsx';
import { RecipientsStep } from './recipients/recipients-step.tsx';
import { useRecipientFile } from './recipients/use-recipients.ts';

/** Sum of the server's responses to several requests that add recipients to a campaign. Warnings are left out. */
type Added = Omit<AddRecipientsResult, 'warnings'>;

/**
 * Sends the new recipients in several requests, because the size of a request is limited. The last request also
 * contains the rejected rows.
 * If a request fails, all of them may be sent again, because the server ignores recipients that the campaign already
 * has.
 */
async function send(id: string, reader: RecipientFileReader): Promise<Added> {
  const payload = await reader.readPayload();
  const rows = (await new Response(payload.recipients).json()) as readonly RecipientFileRow[];
  const rejected = (await new Response(payload.rejectedRows).json()) as readonly RejectedRecipientRow[];
  let sum: Added = { added: 0, duplicates: 0, totalRecipients: 0 };
  for (let from = 0; from < rows.length; from += maxAddedRecipientRows) {
    const { added, duplicates, totalRecipients } = await callApi('addRecipients', {
      params: { id },
      body: {
        recipients: rows.slice(from, from + maxAddedRecipientRows),
        rejectedRows: from + maxAddedRecipientRows < rows.length ? [] : [...rejected],
      },
    });
    sum = { added: sum.added + added, duplicates: sum.duplicates + duplicates, totalRecipients };
  }
  return sum;
}

function AddForm({ id, name }: { readonly id: string; readonly name: string }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { count } = useRegionalFormat();
  const recipients = useRecipientFile(null);
  const top = useRef<HTMLDivElement>(null);
  const { state, summary, list } = recipients;
  const missing = findWizardRecipientListProblem(summary, list?.omitErrors ?? false);
  const adding = useMutation({
    mutationFn: (reader: RecipientFileReader) => send(id, reader),
    onSuccess: ({ added, duplicates }) => {
      const text = duplicates > 0 ? labels.doneText(count(duplicates)) : undefined;
      if (added > 0) toast.good(labels.doneTitle(count(added), added === 1), text);
      else toast.info(labels.noneTitle, text);
    },
    onSettled: () => client.invalidateQueries({ queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId) }),
  });
  const isAtRisk = state.status !== 'none' && !adding.isSuccess;
  useUnsavedWork(isAtRisk);
  const { pending, stay } = useUnsavedWorkLeaveGuard(isAtRisk);
  // Navigate in an effect, when the form no longer counts as unsaved work. Otherwise leaving the page would be blocked.
  useEffect(() => {
    if (adding.isSuccess) navigate(screenPaths.campaign(id));
  }, [adding.isSuccess, navigate, id]);
  const valid = summary?.validCount ?? 0;
  return (
    <div ref={top} className="max-w-4xl">
      <SectionCard title={labels.title} subtitle={labels.text(name)}>
        <fieldset disabled={adding.isPending} className="contents">
          <RecipientsStep recipients={recipients} />
        </fieldset>
        {adding.error ? (
          <InputProblemPanel
            title={labels.failedTitle}
            problems={[getRequestErrorText(adding.error, labels.failedText)]}
          />
        ) : null}
        <div className="sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap items-center justify-end gap-3 rounded-b-lg border-t border-line bg-surface px-4 py-3">
          <p className="min-w-0 text-xs text-muted">{missing === null ? null : missingWizardInputLabels[missing]}</p>
          <Button
            variant="primary"
            disabled={adding.isPending}
            onClick={() => {
              if (missing !== null) focusFirstEnabledField(top.current, recipientProblemFocusFields[missing]);
              else if (state.status === 'ready') adding.mutate(state.reader);
            }}
          >
            {adding.isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
            {adding.isPending ? labels.submitting : valid > 0 ? labels.submit(count(valid)) : labels.title}
          </Button>
        </div>
      </SectionCard>
      <ConfirmDialog
        open={pending !== null}
        onOpenChange={(open) => {
          if (!open) stay();
        }}
        title={labels.leaveTitle}
        confirmLabel={labels.leave}
        onConfirm={() => {
          stay();
          pending?.();
        }}
      >
        {labels.leaveText}
      </ConfirmDialog>
    </div>
  );
}

function Opening({ id }: { readonly id: string }) {
  const query = useCampaign(id);
  const campaign = query.data;
  if (campaign === undefined) {
    if (!query.isError) return <Skeleton className="h-96" />;
    return <FailedReadState text={getRequestErrorText(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!canCampaignStatusTakeRecipients(campaign.status))
    return <EmptyState picture="people" title={labels.refused} text={labels.refusedText} />;
  return <AddForm id={id} name={campaign.name} />;
}

export default function AddRecipientsPage() {
  const { id = '' } = useParams();
  const mayAdd = useHasRole('editor');
  return (
    <PageFrame title={labels.title} live={false} back={{ href: screenPaths.campaign(id), label: labels.back }}>
      {mayAdd ? <Opening id={id} /> : <ForbiddenState />}
    </PageFrame>
  );
}
