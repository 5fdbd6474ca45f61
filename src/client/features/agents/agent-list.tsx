/** The agents as a table, and as cards when narrow. */
import { Eye } from 'lucide-react';
import type { Agent } from '../../../contract/agents.ts';
import { agentsLabels } from '../../../labels/agents-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { UnknownFigure } from '../../ui/unknown-figure.tsx';
import { AgentEvents, AgentLanguages, AgentStatusBadge } from './agent-parts.tsx';

interface AgentListProps {
  readonly agents: readonly Agent[];
  readonly onOpen: (agent: Agent) => void;
}

function Name({ agent }: { readonly agent: Agent }) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">{agent.agent_name}</p>
      <p className="flex max-w-full gap-1 text-xs text-muted lg:w-32" title={agent.agent_id}>
        <span className="truncate">{agent.agent_id}</span>
        {agent.version === null ? null : <span className="shrink-0">· v{agent.version}</span>}
      </p>
    </div>
  );
}

function Configuration({ agent }: { readonly agent: Agent }) {
  const format = useFormat();
  const { voice_speed: speed, responsiveness } = agent;
  if (speed === null && responsiveness === null) return <UnknownFigure why={agentsLabels.unknown.configuration} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 tabular-nums">
      {speed === null ? null : <span title={agentsLabels.details.speed}>{format.figure(speed)}x</span>}
      {responsiveness === null ? null : (
        <span title={agentsLabels.details.responsiveness}>{format.percent(responsiveness * 100)}</span>
      )}
      {agent.enable_backchannel ? (
        <Tooltip text={agentsLabels.backchannelHelp}>
          <button type="button" className="rounded-full">
            <Badge tone="accent">{agentsLabels.backchannel}</Badge>
            <span className="sr-only">: {agentsLabels.backchannelHelp}</span>
          </button>
        </Tooltip>
      ) : null}
    </span>
  );
}

function Modified({ agent: { last_modification_timestamp: at } }: { readonly agent: Agent }) {
  const format = useFormat();
  return at === null ? (
    <UnknownFigure why={agentsLabels.unknown.modified} />
  ) : (
    format.dateTime(new Date(at).toISOString())
  );
}

export function AgentTable({ agents, onOpen }: AgentListProps) {
  const { columns } = agentsLabels;
  return (
    <Table aria-label={agentsLabels.table}>
      <TableHead>
        <tr>
          <HeadCell>{columns.agent}</HeadCell>
          <HeadCell>{columns.status}</HeadCell>
          <HeadCell>{columns.voice}</HeadCell>
          <HeadCell>{columns.language}</HeadCell>
          <HeadCell>{columns.configuration}</HeadCell>
          <HeadCell>{columns.events}</HeadCell>
          <HeadCell>{columns.modified}</HeadCell>
          <HeadCell className="text-right">{columns.actions}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {agents.map((agent) => (
          <TableRow key={agent.agent_id}>
            <Cell className="max-w-72 py-2">
              <Name agent={agent} />
            </Cell>
            <Cell>
              <AgentStatusBadge agent={agent} />
            </Cell>
            <Cell>
              <p>{agent.voice_id ?? <UnknownFigure why={agentsLabels.unknown.voice} />}</p>
              {agent.voice_model ? <p className="text-xs text-muted">{agent.voice_model}</p> : null}
            </Cell>
            <Cell>
              <AgentLanguages agent={agent} />
            </Cell>
            <Cell>
              <Configuration agent={agent} />
            </Cell>
            <Cell className="max-w-44">
              <AgentEvents agent={agent} />
            </Cell>
            <Cell className="whitespace-nowrap text-muted">
              <Modified agent={agent} />
            </Cell>
            <Cell className="text-right">
              <Button
                size="icon"
                variant="ghost"
                aria-label={`${agentsLabels.view}: ${agent.agent_name}`}
                onClick={() => onOpen(agent)}
              >
                <Eye aria-hidden />
              </Button>
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

export function AgentCards({ agents, onOpen }: AgentListProps) {
  return (
    <ul aria-label={agentsLabels.table}>
      {agents.map((agent) => (
        <li key={agent.agent_id} className="flex flex-col gap-2 border-b border-line p-4 last:border-0">
          <div className="flex items-start justify-between gap-2">
            <Name agent={agent} />
            <Button
              size="icon"
              variant="ghost"
              aria-label={`${agentsLabels.view}: ${agent.agent_name}`}
              onClick={() => onOpen(agent)}
            >
              <Eye aria-hidden />
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <AgentStatusBadge agent={agent} />
            <AgentLanguages agent={agent} />
            <Configuration agent={agent} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-xs text-muted">{agentsLabels.columns.events}:</span>
            <AgentEvents agent={agent} />
          </div>
          {agent.voice_id === null ? null : (
            <p className="text-xs break-words text-muted">
              {agentsLabels.columns.voice}: {[agent.voice_id, agent.voice_model].filter(Boolean).join(' · ')}
            </p>
          )}
          <p className="text-xs text-muted">
            {agentsLabels.columns.modified}: <Modified agent={agent} />
          </p>
        </li>
      ))}
    </ul>
  );
}
