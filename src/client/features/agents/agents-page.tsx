/** The agents screen lists the provider's agents. Its filters and the agent whose details are open are in the URL. */
import { Webhook } from 'lucide-react';
import { useEffect } from 'react';
import type { Agent } from '../../../contract/agents.ts';
import { agentsScreenLabels as labels, connectAgentWebhooksLabels } from './agents-es.ts';
import { ApiError, getRequestErrorText } from '../../api/api-error.ts';
import { useProviderAgents } from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PaginatedRows } from '../../layout/in-pages.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton, SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { AgentList } from './agent-list.tsx';
import { countAgentsByStatus, filterAgents, agentStatusFilters, type AgentListCounts } from './agent-values.ts';

const agentDialog = createLazyComponent(() => import('./agent-dialog.tsx'));
const connectDialog = createLazyComponent(() => import('./connect-dialog.tsx'));

/** Age in ms above which the agents' data count as old. The page then polls until the server has newer data. */
const oldAfterMs = 12 * 60_000;
const soonMs = 3_000;

function Figures({ figures }: { readonly figures: AgentListCounts | null }) {
  const format = useRegionalFormat();
  return (
    <dl aria-label={labels.figures} className="tiles">
      {(['total', 'published', 'drafts', 'languages'] as const).map((name) => (
        <div key={name} className="tile">
          <dt className="text-muted max-sm:text-xs">
            <LabelWithHelp about={labels[name]} text={labels[`${name}Help`]} />
          </dt>
          <dd className="mt-2 h-8 text-2xl font-semibold tabular-nums">
            {figures === null ? <Skeleton className="h-7 w-12" /> : format.count(figures[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Filters() {
  const [search, changeSearch] = useUrlSearchState();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <SearchBox
        label={labels.search}
        className="flex-1 basis-64"
        placeholder={labels.search}
        value={search.get('q') ?? ''}
        onQuery={(q) => changeSearch({ q, page: null })}
      />
      <Select
        aria-label={labels.status}
        className="w-44 max-sm:w-full"
        value={search.get('status') ?? 'all'}
        onChange={(event) =>
          changeSearch({ status: event.target.value === 'all' ? null : event.target.value, page: null })
        }
      >
        {agentStatusFilters.map((status) => (
          <option key={status} value={status}>
            {labels.statusOptions[status]}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Agents({ agents }: { readonly agents: readonly Agent[] }) {
  const [search, changeSearch] = useUrlSearchState();
  const text = search.get('q') ?? '';
  const status = agentStatusFilters.find((each) => each === search.get('status')) ?? 'all';
  const shown = filterAgents(agents, text, status);
  const isFiltered = text !== '' || status !== 'all';
  if (shown.length > 0)
    return (
      <PaginatedRows rows={shown} size={50}>
        {(rows) => (
          <AgentList agents={rows} onOpen={({ agent_id }) => changeSearch({ agente: agent_id }, { push: true })} />
        )}
      </PaginatedRows>
    );
  return (
    <EmptyState
      picture={isFiltered ? 'search' : 'agents'}
      title={labels.empty}
      text={isFiltered ? labels.emptyFiltered : labels.emptyAccount}
      action={
        isFiltered ? <Button onClick={() => changeSearch({ q: null, status: null })}>{labels.clear}</Button> : null
      }
    />
  );
}

interface AgeProps {
  readonly fetchedAt: string;
  readonly isAway: boolean;
  /** Callback that refetches the agents. Null while the console's server is unreachable. */
  readonly onReread: ReturnType<typeof useProviderAgents>['refetch'] | null;
}

/** Shows how old the agents' data are, with a warning if the provider is unreachable. */
function Age({ fetchedAt, isAway, onReread }: AgeProps) {
  const format = useRegionalFormat();
  const isOld = getServerTimeMs() - Date.parse(fetchedAt) > oldAfterMs;
  const isAsked = isOld && !isAway && onReread !== null;
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setInterval(() => void onReread({ cancelRefetch: false }), soonMs);
    return () => clearInterval(timer);
  }, [isAsked, onReread]);
  const when = format.dateTime(fetchedAt);
  if (isOld && isAway) return <Alert tone="attention">{labels.stale(when)}</Alert>;
  return <p className="text-xs text-muted">{isAsked ? labels.refreshing(when) : labels.asOf(when)}</p>;
}

/** Notice with the number of agents whose webhooks go to another URL than this workspace's. */
function EventsNotice({ agents }: { readonly agents: readonly Agent[] }) {
  const format = useRegionalFormat();
  const isAdmin = useHasRole('admin');
  const count = agents.filter(({ events_to }) => events_to === 'elsewhere').length;
  if (count === 0) return null;
  return (
    <Alert tone="attention">
      {connectAgentWebhooksLabels.elsewhere(format.count(count), count === 1)}{' '}
      {isAdmin ? null : connectAgentWebhooksLabels.adminOnly}
    </Alert>
  );
}

const isKeyRefused = (error: unknown): boolean => error instanceof ApiError && error.code === 'key_rejected';

export default function AgentsPage() {
  const [search, changeSearch] = useUrlSearchState();
  const { data, error, isError, refetch } = useProviderAgents();
  const retry = () => void refetch();
  const agents = data?.items;
  const isAdmin = useHasRole('admin');
  const connecting = isAdmin && search.has('conectar');
  const opened = agents?.find(({ agent_id }) => agent_id === search.get('agente'));
  return (
    <PageFrame
      title={labels.title}
      className="flex flex-col gap-4"
      actions={
        isAdmin ? (
          <Button onClick={() => changeSearch({ conectar: 'todos' })}>
            <Webhook aria-hidden />
            {connectAgentWebhooksLabels.open}
          </Button>
        ) : undefined
      }
    >
      {agents ? <EventsNotice agents={agents} /> : null}
      {isError && data ? <StaleNotice onRetry={retry} /> : null}
      <Figures figures={agents ? countAgentsByStatus(agents) : null} />
      <Filters />
      <div className="band">
        {agents ? <Agents agents={agents} /> : null}
        {!agents && isError ? (
          <FailedReadState
            text={isKeyRefused(error) ? labels.failedByKey : getRequestErrorText(error, labels.failed)}
            onRetry={retry}
          />
        ) : null}
        {!agents && !isError ? (
          <>
            <p className="px-4 pt-4 text-muted">{labels.loading}</p>
            <SkeletonRows count={6} className="h-14 px-4" />
          </>
        ) : null}
      </div>
      {data?.fetchedAt ? (
        <Age fetchedAt={data.fetchedAt} isAway={data.isAway} onReread={isError ? null : refetch} />
      ) : null}
      {!connecting ? null : <connectDialog.Part onClose={() => changeSearch({ conectar: null })} />}
      {opened ? <agentDialog.Part agent={opened} onClose={() => changeSearch({ agente: null })} /> : null}
    </PageFrame>
  );
}
