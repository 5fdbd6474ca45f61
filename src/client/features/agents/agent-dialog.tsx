/** Dialog 'Detalles del Agente': one agent's data from the provider, in four tabs. */
import { useState, type ReactNode } from 'react';
import type { Agent } from '../../../contract/agents.ts';
import { agentsScreenLabels } from './agents-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { voicemailActionLabels, voicemailLabels } from '../../../labels/voicemail-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentWebhookTarget, AgentLanguages, AgentPublicationStatusBadge } from './agent-parts.tsx';

const labels = agentsScreenLabels.details;

/** Placeholder for an agent's property that the provider did not send. */
const unknown = <UnknownFigure why={agentsScreenLabels.unknown.detail} />;

type Fact = readonly [label: string, value: ReactNode];

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="grid min-h-48 content-start gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="mt-0.5 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function versionText({ version, live_version: live }: Agent): string | null {
  if (version === null) return null;
  return live === null ? `v${version}` : labels.versionAhead(version, live);
}

function useAgentFacts(agent: Agent): Record<keyof typeof labels.tabs, readonly Fact[]> {
  const format = useRegionalFormat();
  const ratio = (value: number | null) => (value === null ? unknown : format.percent(value * 100));
  const figure = (value: number | null, unit = '') => (value === null ? unknown : `${format.figure(value)}${unit}`);
  const yesNo = agent.enable_backchannel === null ? unknown : agent.enable_backchannel ? labels.yes : labels.no;
  const modified = agent.last_modification_timestamp;
  return {
    general: [
      [
        labels.id,
        <code key="id" className="text-xs">
          {agent.agent_id}
        </code>,
      ],
      [labels.version, versionText(agent) ?? unknown],
      [labels.status, <AgentPublicationStatusBadge key="status" agent={agent} />],
      [labels.language, <AgentLanguages key="language" agent={agent} />],
    ],
    voice: [
      [labels.voiceId, agent.voice_id ?? unknown],
      [labels.voiceModel, agent.voice_model ?? unknown],
      [labels.temperature, figure(agent.voice_temperature)],
      [labels.speed, figure(agent.voice_speed, 'x')],
      ...(agent.ambient_sound ? [[labels.ambientSound, agent.ambient_sound] as const] : []),
    ],
    behaviour: [
      [labels.responsiveness, ratio(agent.responsiveness)],
      [labels.interruption, ratio(agent.interruption_sensitivity)],
      [labels.backchannel, yesNo],
      [
        voicemailLabels.atVoicemail,
        agent.voicemail_action === null ? unknown : getLabelOrUnknown(voicemailActionLabels, agent.voicemail_action),
      ],
    ],
    technical: [
      [labels.events, <AgentWebhookTarget key="events" agent={agent} />],
      ...(agent.webhook_url ? [[labels.webhook, agent.webhook_url] as const] : []),
      [labels.modified, modified === null ? unknown : format.dateTime(new Date(modified).toISOString())],
    ],
  };
}

function Engine({ agent }: { readonly agent: Agent }) {
  return (
    <section aria-labelledby="response-engine" className="mt-4">
      <p id="response-engine" className="text-xs text-muted">
        {labels.engine}
      </p>
      {agent.response_engine === null ? (
        <p>{unknown}</p>
      ) : (
        <pre className="mt-1 rounded-md bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {JSON.stringify(agent.response_engine, null, 2)}
        </pre>
      )}
    </section>
  );
}

export default function AgentDetailsDialog({
  agent,
  onClose,
}: {
  readonly agent: Agent;
  readonly onClose: () => void;
}) {
  const [tab, setTab] = useState('general');
  const facts = useAgentFacts(agent);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={labels.title}
      description={agent.agent_name}
      className="max-w-2xl"
    >
      <Tabs
        label={labels.title}
        value={tab}
        onChange={setTab}
        tabs={(['general', 'voice', 'behaviour', 'technical'] as const).map((value) => ({
          value,
          label: labels.tabs[value],
          content: (
            <>
              <Facts facts={facts[value]} />
              {value === 'technical' ? <Engine agent={agent} /> : null}
            </>
          ),
        }))}
      />
    </Dialog>
  );
}
