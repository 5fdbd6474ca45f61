/** Step 1 of the campaign wizard: name, success definition, origin numbers and agent. */
import type { Agent, NumberBoundAgent, PhoneNumber } from '../../../contract/agents.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { campaignWizardHelp } from '../../../labels/form-help-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { voicemailActionLabels, voicemailLabels } from '../../../labels/voicemail-es.ts';
import { wizardDetailsStepLabels as labels } from '../../../labels/wizard-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { formatAgentLabel } from '../../format/calls.ts';
import { FieldWithHelp } from '../../help/help-field.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { SearchableSelect } from '../../ui/picker.tsx';
import { AgentVersionField } from './agent-version-field.tsx';
import type { SelectOptionsState } from './choices.ts';
import { OriginNumberFields } from './origin-fields.tsx';
import { getWizardDraftOriginNumbers, type WizardDraft } from './draft/wizard-draft.ts';

interface DetailsStepProps {
  readonly draft: WizardDraft;
  readonly onChange: (change: Partial<WizardDraft>) => void;
  readonly numbers: SelectOptionsState<PhoneNumber>;
  readonly agents: SelectOptionsState<Agent>;
  readonly agentId: string | null;
  /** Agents bound to the chosen origin numbers. They make the calls if no agent is chosen. */
  readonly bound: readonly NumberBoundAgent[];
}

function FailedChoices({ choices, text }: { readonly choices: SelectOptionsState<unknown>; readonly text: string }) {
  if (!choices.isError || choices.items) return null;
  return (
    <Alert
      tone="bad"
      className="mt-1.5"
      action={
        <Button size="small" onClick={choices.retry}>
          {commonActionLabels.retry}
        </Button>
      }
    >
      {text} {getRequestErrorText(choices.error, '')}
    </Alert>
  );
}

/** Shows the voicemail setting of the agent's newest version. Another version may make the calls. */
function AtVoicemail({ agent: { voicemail_action: action, version } }: { readonly agent: Agent }) {
  return (
    <p className="mt-1.5 text-xs text-muted">
      {voicemailLabels.atVoicemail}:{' '}
      {action === null ? (
        <span title={voicemailLabels.unknown}>—</span>
      ) : (
        voicemailLabels.action(getLabelOrUnknown(voicemailActionLabels, action), version)
      )}
    </p>
  );
}

function AgentField({ draft, onChange, agents, agentId, bound }: Omit<DetailsStepProps, 'numbers'>) {
  const proposed = draft.agentId === null && agentId !== null;
  const chosen = agents.items?.find(({ agent_id }) => agent_id === agentId);
  const isMissing = draft.phoneNumber !== '' && agentId === null;
  const hint = proposed
    ? labels.agentProposed
    : isMissing
      ? getWizardDraftOriginNumbers(draft).length > 1
        ? labels.agentsDiffer
        : bound.length > 1
          ? labels.agentUndecided
          : labels.agentMissing
      : undefined;
  return (
    <div>
      <FieldWithHelp label={labels.agent} hint={hint} help={campaignWizardHelp.agent}>
        {(control) => (
          <SearchableSelect
            {...control}
            data-field="agent"
            label={labels.agent}
            aria-required
            options={(agents.items ?? []).map((agent) => ({
              value: agent.agent_id,
              label: formatAgentLabel({ agentId: agent.agent_id, agentName: agent.agent_name }, labels.agent),
            }))}
            value={agentId ?? ''}
            disabled={!agents.items}
            placeholder={
              agentId === null
                ? agents.items || agents.isError
                  ? labels.chooseAgent
                  : labels.loading
                : formatAgentLabel({ agentId, agentName: null }, labels.agent)
            }
            onChange={(id) => onChange({ agentId: id, agentVersion: null })}
          />
        )}
      </FieldWithHelp>
      {draft.agentId === null ? null : (
        <AgentVersionField
          // Remount the version field when another agent is chosen, because the agents have different versions.
          key={draft.agentId}
          version={draft.agentVersion ?? 'latest_published'}
          newest={agents.items?.find(({ agent_id }) => agent_id === draft.agentId)?.version ?? null}
          pinned={bound.flatMap(({ agent_id, agent_version: version }) =>
            agent_id === draft.agentId && typeof version === 'number' ? [version] : [],
          )}
          onChange={(agentVersion) => onChange({ agentVersion })}
        />
      )}
      {chosen ? <AtVoicemail agent={chosen} /> : null}
      <FailedChoices choices={agents} text={labels.agentsFailed} />
    </div>
  );
}

export function CampaignDetailsStep({ draft, onChange, numbers, agents, agentId, bound }: DetailsStepProps) {
  return (
    <div className="flex flex-col gap-5">
      <FieldWithHelp label={labels.name} help={campaignWizardHelp.name}>
        {(control) => (
          <Input
            {...control}
            data-field="name"
            required
            maxLength={200}
            autoComplete="off"
            placeholder={labels.namePlaceholder}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </FieldWithHelp>
      <FieldWithHelp
        label={labels.successDefinition}
        hint={labels.successDefinitionHelp}
        help={campaignWizardHelp.successDefinition}
      >
        {(control) => (
          <Textarea
            {...control}
            data-field="successDefinition"
            required
            maxLength={4_000}
            rows={4}
            placeholder={labels.successDefinitionPlaceholder}
            value={draft.successDefinition}
            onChange={(event) => onChange({ successDefinition: event.target.value })}
          />
        )}
      </FieldWithHelp>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <div>
          <OriginNumberFields draft={draft} onChange={onChange} numbers={numbers} />
          <FailedChoices choices={numbers} text={labels.phoneNumbersFailed} />
        </div>
        <AgentField draft={draft} onChange={onChange} agents={agents} agentId={agentId} bound={bound} />
      </div>
    </div>
  );
}
