/** The list of agents: a table, or cards on narrow screens. */
import { Eye } from 'lucide-react';
import { Link } from 'wouter';
import type { Agent } from '../../../contract/agents.ts';
import { composeAgentLinkLabel } from '../../../labels/agent-link-es.ts';
import { agentsScreenLabels } from './agents-es.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentWebhookTarget, AgentLanguages, AgentPublicationStatusBadge } from './agent-parts.tsx';

interface AgentListProps {
  readonly agents: readonly Agent[];
  readonly onOpen: (agent: Agent) => void;
}

function Name({ agent }: { readonly agent: Agent }) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">
        <Link
          href={screenPaths.agent(agent.agent_id)}
          title={composeAgentLinkLabel(agent.agent_name)}
          className="rounded-sm hover:text-accent-text hover:underline"
        >
          {agent.agent_name}
        </Link>
      </p>
      <p className="flex max-w-full gap-1 text-xs text-muted lg:w-32" title={agent.agent_id}>
        <span className="truncate">{agent.agent_id}</span>
        {agent.version === null ? null : <span className="shrink-0">· v{agent.version}</span>}
      </p>
    </div>
  );
}

function Configuration({ agent }: { readonly agent: Agent }) {
  const format = useRegionalFormat();
  const { voice_speed: speed, responsiveness } = agent;
  if (speed === null && responsiveness === null)
    return <UnknownFigure why={agentsScreenLabels.unknown.configuration} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {speed === null ? null : <span title={agentsScreenLabels.details.speed}>{format.figure(speed)}x</span>}
      {responsiveness === null ? null : (
        <span title={agentsScreenLabels.details.responsiveness}>{format.percent(responsiveness * 100)}</span>
      )}
      {agent.enable_backchannel ? (
        <Tooltip text={agentsScreenLabels.backchannelHelp}>
          <button type="button" className="rounded-full">
            <Badge tone="accent">{agentsScreenLabels.backchannel}</Badge>
            <span className="sr-only">: {agentsScreenLabels.backchannelHelp}</span>
          </button>
        </Tooltip>
      ) : null}
    </span>
  );
}

function Modified({ agent: { last_modification_timestamp: at } }: { readonly agent: Agent }) {
  const format = useRegionalFormat();
  return at === null ? (
    <UnknownFigure why={agentsScreenLabels.unknown.modified} />
  ) : (
    format.dateTime(new Date(at).toISOString())
  );
}

const { columns: heads } = agentsScreenLabels;
type Context = Pick<AgentListProps, 'onOpen'>;

const columns: readonly TableColumn<Agent, Context>[] = [
  {
    id: 'agent',
    head: heads.agent,
    cell: (agent) => <Name agent={agent} />,
    cellClass: 'max-w-72 py-2',
    card: 'title',
  },
  { id: 'status', head: heads.status, cell: (agent) => <AgentPublicationStatusBadge agent={agent} /> },
  {
    id: 'voice',
    head: heads.voice,
    cell: ({ voice_id: voice, voice_model: model }) => (
      <>
        <p className="break-words">{voice ?? <UnknownFigure why={agentsScreenLabels.unknown.voice} />}</p>
        {model ? <p className="text-xs text-muted">{model}</p> : null}
      </>
    ),
  },
  { id: 'language', head: heads.language, cell: (agent) => <AgentLanguages agent={agent} /> },
  { id: 'configuration', head: heads.configuration, cell: (agent) => <Configuration agent={agent} /> },
  { id: 'events', head: heads.events, cell: (agent) => <AgentWebhookTarget agent={agent} />, cellClass: 'max-w-44' },
  {
    id: 'modified',
    head: heads.modified,
    cell: (agent) => <Modified agent={agent} />,
    cellClass: 'whitespace-nowrap text-muted',
  },
  {
    id: 'actions',
    head: heads.actions,
    cell: (agent, { onOpen }) => (
      <Button
        size="icon"
        variant="ghost"
        aria-label={`${agentsScreenLabels.view}: ${agent.agent_name}`}
        onClick={() => onOpen(agent)}
      >
        <Eye aria-hidden />
      </Button>
    ),
    className: 'text-right',
    card: 'corner',
  },
];

export function AgentList({ agents, onOpen }: AgentListProps) {
  return (
    <ResponsiveTableOrCards
      wideFrom="(min-width: 80rem)"
      aria-label={agentsScreenLabels.table}
      columns={columns}
      context={{ onOpen }}
      rows={agents}
      keyOf={({ agent_id }) => agent_id}
    />
  );
}
