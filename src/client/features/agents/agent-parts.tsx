/**
 * Components for an agent's status, languages and webhook destination. The table, the cards and the dialog of agents
 * share them.
 */
import { ArrowUpRight, CircleCheck, CircleDashed, Rocket, Webhook } from 'lucide-react';
import type { Agent } from '../../../contract/agents.ts';
import { agentsScreenLabels, agentWebhookTargetHelp, agentWebhookTargetLabels } from './agents-es.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../labels/known.ts';
import { Badge } from '../../ui/badge.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { getAgentPublicationStatus, getAgentLanguages } from './agent-values.ts';
import { LanguageFlag } from './language-flag.tsx';

const looks = {
  published: { tone: 'good', Icon: Rocket },
  draft: { tone: 'attention', Icon: CircleDashed },
} as const;

export function AgentPublicationStatusBadge({ agent }: { readonly agent: Agent }) {
  const status = getAgentPublicationStatus(agent);
  if (status === 'unknown') return <UnknownFigure why={agentsScreenLabels.unknown.status} />;
  const { tone, Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {agentsScreenLabels.statusNames[status]}
    </Badge>
  );
}

export function AgentLanguages({ agent }: { readonly agent: Agent }) {
  const languages = getAgentLanguages(agent);
  if (languages.length === 0) return <UnknownFigure why={agentsScreenLabels.unknown.language} />;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {languages.map((language) => (
        <span key={language} className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <LanguageFlag language={language} />
          {language}
        </span>
      ))}
    </span>
  );
}

const places = {
  here: { tone: 'good', Icon: CircleCheck },
  elsewhere: { tone: 'attention', Icon: ArrowUpRight },
  account: { tone: 'neutral', Icon: Webhook },
} as const;

/** Shows to which system the agent's webhooks are sent. If it is not this console, the host name is shown too. */
export function AgentWebhookTarget({
  agent: { events_to: place, webhook_host: host },
}: {
  readonly agent: Pick<Agent, 'events_to' | 'webhook_host'>;
}) {
  const look = findLabelEntry(places, place);
  if (look === undefined) return <UnknownFigure why={agentsScreenLabels.unknown.events} />;
  const { tone, Icon } = look;
  return (
    <span
      className="inline-flex max-w-full flex-col items-start gap-0.5"
      title={findLabelEntry(agentWebhookTargetHelp, place)}
    >
      <Badge tone={tone}>
        <Icon aria-hidden />
        {getLabelOrUnknown(agentWebhookTargetLabels, place)}
      </Badge>
      {place === 'elsewhere' ? <span className="text-xs break-all text-muted">{host}</span> : null}
    </span>
  );
}
