/**
 * The campaign wizard: three steps with a summary beside them, and one request at the end. The stored draft survives
 * errors and closing the tab. Leaving asks for confirmation only if the browser can't store the draft.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  campaignDraftLabels,
  wizardDetailsStepLabels,
  wizardRecipientsStepLabels,
  wizardScheduleStepLabels,
  missingWizardInputLabels,
  campaignWizardLabels as labels,
} from '../../../labels/wizard-es.ts';
import { useApiQuery, useProviderAgents } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { useUnsavedWorkLeaveGuard } from '../../hooks/use-leave-guard.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import type { StoredDraftKey } from '../../session/kept-work.ts';
import { useWorkspaceTimeZone } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { SectionCard } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import type { SelectOptionsState } from './choices.ts';
import { CampaignCreationErrorNotice } from './create-failure.tsx';
import { CampaignDetailsStep } from './details-step.tsx';
import { WizardDraftStorageNote } from './draft/kept-state.tsx';
import { focusFirstEnabledField, recipientProblemFocusFields } from './missing-fields.ts';
import { RecipientsStep } from './recipients/recipients-step.tsx';
import { WizardStepButtons } from './step-buttons.tsx';
import { WizardStepProgress } from './step-progress.tsx';
import { useCampaignPreflight } from './summary/use-preflight.ts';
import { useRecipientFile } from './recipients/use-recipients.ts';
import { useWizardDraftSubmission } from './use-sending.ts';
import type { InitialWizardContent } from './draft/use-wizard-start.ts';
import {
  getWizardDraftCallingAgentId,
  getAllowedWizardStep,
  getAgentsBoundToDraftNumbers,
  isWizardDetailsStepComplete,
  isWizardRecipientsStepComplete,
  isWizardScheduleComplete,
  isWizardScheduleInPast,
  getMissingWizardDetailFields,
  findWizardRecipientListProblem,
  isWizardDetailsStepUntouched,
  type WizardDraft,
} from './draft/wizard-draft.ts';
import { WizardNotices } from './draft/wizard-notices.tsx';
import { WizardSummary } from './summary/wizard-summary.tsx';

const scheduleStep = createLazyComponent(() => import('./schedule/schedule-step.tsx'));
const launchDialog = createLazyComponent(() => import('./launch-dialog.tsx'));

const stepTexts = [
  wizardDetailsStepLabels.text,
  wizardRecipientsStepLabels.text,
  wizardScheduleStepLabels.text,
] as const;

interface Read<T> {
  readonly data: readonly T[] | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

function toChoices<T>({ data, error, isError, refetch }: Read<T>): SelectOptionsState<T> {
  return { items: data, error, isError, retry: () => void refetch() };
}

interface WizardProps {
  readonly place: StoredDraftKey;
  readonly start: InitialWizardContent;
  /** Callback that opens an empty wizard, after the stored draft was deleted. */
  readonly onStartAgain: () => void;
}

export function CampaignWizard({ place, start, onStartAgain }: WizardProps) {
  const [search, changeSearch] = useUrlSearchState();
  const [draft, setDraft] = useState<WizardDraft>(start.work.draft);
  const recipients = useRecipientFile(start.work.list);
  const numbers = toChoices(useApiQuery('listPhoneNumbers', {}));
  const providerAgents = useProviderAgents();
  const agents = toChoices({ ...providerAgents, data: providerAgents.data?.items });
  const zone = useWorkspaceTimeZone();
  const top = useRef<HTMLDivElement>(null);
  const [asksToStartAgain, setAsksToStartAgain] = useState(false);
  const [asksToLaunch, setAsksToLaunch] = useState(false);

  const change = (values: Partial<WizardDraft>) => setDraft((previous) => ({ ...previous, ...values }));
  const agentId = getWizardDraftCallingAgentId(draft, numbers.items ?? []);
  const bound = getAgentsBoundToDraftNumbers(draft, numbers.items ?? []);
  const detailsReady = isWizardDetailsStepComplete(draft, agentId);
  const recipientsReady = isWizardRecipientsStepComplete(recipients.summary, recipients.list?.omitErrors ?? false);
  const step = getAllowedWizardStep(Number(search.get('paso') ?? 1), { detailsReady, recipientsReady });
  const isTouched = !isWizardDetailsStepUntouched(draft) || recipients.state.status !== 'none';
  const sending = useWizardDraftSubmission({ place, start, draft, recipients, isTouched });
  const { isBusy, keeping } = sending;
  const isAtRisk = isTouched && !sending.isSent && !keeping.isKept;
  useUnsavedWork(isTouched && !sending.isSent, { survives: keeping.isKept });
  const { pending, stay } = useUnsavedWorkLeaveGuard(isAtRisk && keeping.hasFailed);
  const isTooLate = isWizardScheduleInPast(draft, zone, getServerTimeMs());
  const preflight = useCampaignPreflight(recipients, draft, step === 3 && !isBusy && !isTooLate);

  // Each step of the wizard adds an entry to the browser's history, so that 'back' returns to the step before.
  const goTo = (next: number) => changeSearch({ paso: next === 1 ? null : String(next) }, { push: true });
  const lastShown = useRef(step);
  useEffect(() => {
    if (lastShown.current !== step) top.current?.focus();
    if (step === 2) scheduleStep.preload();
    if (step === 3) launchDialog.preload();
    lastShown.current = step;
  }, [step]);

  const bodies: readonly ReactNode[] = [
    <CampaignDetailsStep
      key={1}
      draft={draft}
      onChange={change}
      numbers={numbers}
      agents={agents}
      agentId={agentId}
      bound={bound}
    />,
    <RecipientsStep key={2} recipients={recipients} />,
    <scheduleStep.Part
      key={3}
      draft={draft}
      onChange={change}
      zone={zone}
      firstRecipient={recipients.summary?.firstRecipient ?? null}
      preflight={preflight}
      validCount={recipients.summary?.validCount ?? 0}
    />,
  ];
  const lackingDetails = getMissingWizardDetailFields(draft, agentId);
  const lacking = lackingDetails.map((detail) => missingWizardInputLabels[detail]);
  const unready = findWizardRecipientListProblem(recipients.summary, recipients.list?.omitErrors ?? false);
  const missing = [
    lacking.length > 0 ? missingWizardInputLabels.details(lacking.join(', ')) : null,
    unready === null ? null : missingWizardInputLabels[unready],
    isWizardScheduleComplete(draft) ? null : missingWizardInputLabels.schedule,
  ];
  const agent = agents.items?.find(({ agent_id }) => agent_id === agentId);
  const agentName = agentId === null ? null : formatAgentLabel({ agentId, agentName: agent?.agent_name ?? null }, '');
  const askToStartAgain = () => setAsksToStartAgain(true);
  const kept = isTouched ? (
    <WizardDraftStorageNote
      isKept={keeping.isKept}
      hasFailed={keeping.hasFailed}
      onStartAgain={start.restored ? undefined : askToStartAgain}
    />
  ) : null;
  return (
    <div className="flex max-w-6xl flex-col gap-6">
      <WizardNotices start={start} onStartAgain={askToStartAgain} />
      <WizardStepProgress step={step} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={top} tabIndex={-1} className="min-w-0 scroll-mt-40 outline-none [&_[data-field]]:scroll-my-28">
          <SectionCard title={labels.steps[step - 1]} subtitle={stepTexts[step - 1]}>
            <fieldset disabled={isBusy} className="contents">
              {bodies[step - 1]}
            </fieldset>
            {step === 3 && sending.error ? (
              <CampaignCreationErrorNotice error={sending.error} onCreateAnother={sending.sendAnother} />
            ) : null}
            <WizardStepButtons
              step={step}
              isBusy={isBusy}
              mayGoOn={
                [detailsReady, recipientsReady, isWizardScheduleComplete(draft) && !isTooLate][step - 1] ?? false
              }
              missing={missing[step - 1] ?? null}
              sendOption={draft.sendOption}
              onStep={goTo}
              onMissing={() =>
                focusFirstEnabledField(
                  top.current,
                  step === 1 ? lackingDetails : recipientProblemFocusFields[unready ?? 'list'],
                )
              }
              onSubmit={() => setAsksToLaunch(true)}
            />
          </SectionCard>
        </div>
        <WizardSummary
          draft={draft}
          agentName={agentName}
          recipients={recipients}
          preflight={preflight}
          footer={kept}
        />
      </div>
      {asksToLaunch && step === 3 ? (
        <launchDialog.Part
          draft={draft}
          validCount={recipients.summary?.validCount ?? 0}
          preflight={preflight}
          onClose={() => setAsksToLaunch(false)}
          onConfirm={() => {
            setAsksToLaunch(false);
            sending.send();
          }}
        />
      ) : null}
      <ConfirmDialog
        open={asksToStartAgain}
        onOpenChange={setAsksToStartAgain}
        title={campaignDraftLabels.startAgainTitle}
        confirmLabel={campaignDraftLabels.startAgain}
        onConfirm={() => void keeping.finish().then(onStartAgain)}
      >
        {campaignDraftLabels.startAgainText}
      </ConfirmDialog>
      <ConfirmDialog
        open={pending !== null}
        onOpenChange={(open) => {
          if (!open) stay();
        }}
        title={campaignDraftLabels.leaveTitle}
        confirmLabel={campaignDraftLabels.leave}
        onConfirm={() => {
          stay();
          pending?.();
        }}
      >
        {campaignDraftLabels.leaveText}
      </ConfirmDialog>
    </div>
  );
}
