/** 'Crear Nueva Campaña': three steps, a summary beside them, one request at the end. Nothing typed is lost on an error. */
import { ArrowLeft, ArrowRight, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { actionLabels } from '../../../labels/common-es.ts';
import { detailsStepLabels, recipientsStepLabels, scheduleStepLabels, wizardLabels as labels } from '../../../labels/wizard-es.ts';
import { ApiError, shownMessage } from '../../api/api-error.ts';
import { usePhoneNumbers, useProviderAgents } from '../../api/queries.ts';
import { agentLabel } from '../../format/calls.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useMay, useTimeZone } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ForbiddenState } from '../../ui/states.tsx';
import { DetailsStep, type Choices } from './details-step.tsx';
import { ProblemPanel } from './recipients-errors.tsx';
import { RecipientsStep } from './recipients-step.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { StepProgress } from './step-progress.tsx';
import { useCreateCampaign } from './use-create-campaign.ts';
import { useRecipients } from './use-recipients.ts';
import { agentOf, allowedStep, emptyDraft, hasDetails, hasRecipients, hasSchedule, isUntouched, type WizardDraft } from './wizard-draft.ts';
import { WizardSummary } from './wizard-summary.tsx';

const stepTexts = [detailsStepLabels.text, recipientsStepLabels.text, scheduleStepLabels.text] as const;
const shownDetails = 5;

interface Read<T> {
  readonly data: readonly T[] | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly refetch: () => Promise<unknown>;
}

function toChoices<T>({ data, error, isError, refetch }: Read<T>): Choices<T> {
  return { items: data, error, isError, retry: () => void refetch() };
}

/** Why the server refused: its message, and the fields or rows that it names. */
function problemsOf(error: unknown): readonly string[] {
  const message = shownMessage(error, labels.createFailedText);
  const details = error instanceof ApiError ? error.details.slice(0, shownDetails).map((detail) => detail.message) : [];
  return [...new Set([message, ...details])];
}

function Wizard() {
  const [search, changeSearch] = useSearchState();
  const [draft, setDraft] = useState<WizardDraft>(emptyDraft);
  const recipients = useRecipients();
  const numbers = toChoices(usePhoneNumbers());
  const providerAgents = useProviderAgents();
  const agents = toChoices({ ...providerAgents, data: providerAgents.data?.items });
  const zone = useTimeZone();
  const create = useCreateCampaign();
  const top = useRef<HTMLDivElement>(null);

  const change = (values: Partial<WizardDraft>) => setDraft((previous) => ({ ...previous, ...values }));
  const agentId = agentOf(draft, numbers.items ?? []);
  const detailsReady = hasDetails(draft, agentId);
  const recipientsReady = hasRecipients(recipients.summary, recipients.omitErrors);
  const step = allowedStep(Number(search.get('paso') ?? 1), { detailsReady, recipientsReady });
  const isBusy = create.isPending || create.isSuccess;
  useUnsavedWork((!isUntouched(draft) || recipients.state.status !== 'none') && !create.isSuccess);

  // Each step has a place in the history: the browser's own 'back' leads to the step before.
  const goTo = (next: number) => changeSearch({ paso: next === 1 ? null : String(next) }, { push: true });
  const lastShown = useRef(step);
  useEffect(() => {
    if (lastShown.current !== step) top.current?.focus();
    lastShown.current = step;
  }, [step]);

  function submit(clicks: number): void {
    // The second click of a double click on 'Siguiente' may land here: it must not start calls.
    if (clicks > 1 || isBusy || recipients.state.status !== 'ready') return;
    create.mutate({ draft, agentId, reader: recipients.state.reader });
  }

  const bodies: readonly ReactNode[] = [
    <DetailsStep key={1} draft={draft} onChange={change} numbers={numbers} agents={agents} agentId={agentId} />,
    <RecipientsStep key={2} recipients={recipients} />,
    <ScheduleStep key={3} draft={draft} onChange={change} zone={zone} />,
  ];
  const agent = agents.items?.find(({ agent_id }) => agent_id === agentId);
  const agentName = agentId === null ? null : agentLabel({ agentId, agentName: agent?.agent_name ?? null }, '');
  const submitLabel = draft.sendOption === 'scheduled' ? labels.submitScheduled : labels.submitNow;
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6">
      <StepProgress step={step} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={top} tabIndex={-1} className="min-w-0 scroll-mt-40 outline-none">
          <Card title={labels.steps[step - 1]} subtitle={stepTexts[step - 1]}>
            <fieldset disabled={isBusy} className="contents">
              {bodies[step - 1]}
            </fieldset>
            {step === 3 && create.isError ? (
              <div className="mt-5">
                <ProblemPanel title={labels.createFailedTitle} problems={problemsOf(create.error)} />
              </div>
            ) : null}
            <div className="mt-6 flex flex-wrap justify-between gap-2 border-t border-line pt-4">
              <Button className="max-sm:px-3" disabled={step === 1 || isBusy} onClick={() => goTo(step - 1)}>
                <ArrowLeft aria-hidden />
                {labels.previous}
              </Button>
              {step < 3 ? (
                <Button
                  key="next"
                  className="max-sm:px-3"
                  variant="primary"
                  disabled={step === 1 ? !detailsReady : !recipientsReady}
                  onClick={() => goTo(step + 1)}
                >
                  {labels.next}
                  <ArrowRight aria-hidden />
                </Button>
              ) : (
                <Button key="submit" className="max-sm:px-3" variant="primary" disabled={isBusy || !hasSchedule(draft)} onClick={(event) => submit(event.detail)}>
                  {isBusy ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
                  {isBusy ? labels.submitting : submitLabel}
                </Button>
              )}
            </div>
          </Card>
        </div>
        <WizardSummary draft={draft} phoneNumber={draft.phoneNumber || null} agentName={agentName} recipients={recipients} />
      </div>
    </div>
  );
}

export default function CampaignWizardPage() {
  const mayCreate = useMay('editor');
  return (
    <Page title={labels.title} live={false} back={{ href: paths.dashboard(), label: actionLabels.backToDashboard }}>
      {mayCreate ? <Wizard /> : <ForbiddenState />}
    </Page>
  );
}
