/** Dialog 'Conectar los agentes': sets the webhook URL of the chosen agents to this console, and shows each result. */
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { maxAgentsPerWebhookConnectRequest, type AgentWebhookConnectOutcome } from '../../../contract/agent-events.ts';
import type { AgentEventDestinationInfo } from '../../../contract/agents.ts';
import { connectAgentWebhooksLabels as labels, agentWebhookConnectOutcomeLabels } from './agents-es.ts';
import { commonActionLabels, toastTitles } from '../../../labels/common-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { unreachableWebhookUrlTexts } from '../../../labels/webhook-address-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useApiQuery, useWebhookStatus } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextWithPhoneNumbers } from '../../ui/numbers-in.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { FailedReadState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { isAgentPreselectedForWebhookConnect } from './agent-values.ts';

/** Result of connecting one agent. `isGood`: the agent's webhooks now go to the wanted URL. */
interface Result {
  readonly isGood: boolean;
  readonly text: string;
}
type Results = ReadonlyMap<string, Result>;
type Outcomes = readonly { readonly agent_id: string; readonly outcome: AgentWebhookConnectOutcome }[];

/** React hook that sets agents' webhook URLs to this console's or restores them, and keeps the result of each agent. */
function useChanges() {
  const client = useQueryClient();
  const [results, setResults] = useState<Results>(new Map());
  const [pending, setPending] = useState(false);

  async function run(
    batches: readonly (() => Promise<{ readonly results: Outcomes }>)[],
    doneText: string,
  ): Promise<void> {
    setPending(true);
    try {
      for (const batch of batches) {
        const told = (await batch()).results.map(({ agent_id, outcome }): [string, Result] => [
          agent_id,
          {
            isGood: outcome === 'done' || outcome === 'unchanged',
            text: outcome === 'done' ? doneText : getLabelOrUnknown(agentWebhookConnectOutcomeLabels, outcome),
          },
        ]);
        setResults((known) => new Map([...known, ...told]));
      }
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.actFailed));
    } finally {
      const { workspaceId } = getTabWorkspaceState();
      const outdated = (['listAgentWebhooks', 'listProviderAgents', 'webhookStatus'] as const).map((name) =>
        client.invalidateQueries({ queryKey: getWorkspaceQueryKey(workspaceId, name) }),
      );
      await Promise.all(outdated);
      setPending(false);
    }
  }

  return {
    results,
    pending,
    connect(agents: readonly AgentEventDestinationInfo[]) {
      const orders = agents.map(({ agent_id, webhook_url }) => ({ agentId: agent_id, from: webhook_url }));
      const batches = Array.from({ length: Math.ceil(orders.length / maxAgentsPerWebhookConnectRequest) }, (_, index) =>
        orders.slice(index * maxAgentsPerWebhookConnectRequest, (index + 1) * maxAgentsPerWebhookConnectRequest),
      );
      return run(
        batches.map((batch) => () => callApi('connectAgents', { body: { agents: batch } })),
        agentWebhookConnectOutcomeLabels.done,
      );
    },
    putBack: (agent: AgentEventDestinationInfo) =>
      run([() => callApi('putBackAgents', { body: { agentIds: [agent.agent_id] } })], labels.putBackDone),
  };
}

function ResultLine({ result }: { readonly result: Result | undefined }) {
  if (!result) return null;
  const Icon = result.isGood ? CircleCheck : TriangleAlert;
  return (
    <output className={`mt-1 flex items-start gap-1.5 text-xs ${result.isGood ? 'text-good' : 'text-attention'}`}>
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {result.text}
    </output>
  );
}

interface OpenRowProps {
  readonly agent: AgentEventDestinationInfo;
  readonly isChosen: boolean;
  readonly disabled: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly result: Result | undefined;
}

function OpenRow({ agent, isChosen, disabled, onChoose, result }: OpenRowProps) {
  const id = useId();
  return (
    <li className="flex gap-3 py-2.5">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={isChosen}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-medium break-words">
          {agent.agent_name}
        </label>
        <p className="text-xs text-muted">
          {labels.now}{' '}
          {agent.webhook_url === null ? labels.account : <span className="break-all">{agent.webhook_url}</span>}
        </p>
        {agent.fixed_at.map(({ phone_number, phone_number_shown, version }) => (
          <p key={`${phone_number} ${version}`} className="mt-1 text-xs break-words text-attention">
            <TextWithPhoneNumbers text={labels.fixed(phone_number_shown, version)} />
          </p>
        ))}
        <ResultLine result={result} />
      </div>
    </li>
  );
}

function KeptRow({
  agent,
  disabled,
  onPutBack,
  result,
}: {
  readonly agent: AgentEventDestinationInfo;
  readonly disabled: boolean;
  readonly onPutBack: () => void;
  readonly result: Result | undefined;
}) {
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{agent.agent_name}</p>
        {agent.previous ? (
          <p className="text-xs break-all text-muted">{labels.wentTo(agent.previous.host ?? labels.toAccount)}</p>
        ) : null}
        <ResultLine result={result} />
      </div>
      {agent.previous ? (
        <Button size="small" disabled={disabled} aria-label={labels.putBackOf(agent.agent_name)} onClick={onPutBack}>
          {labels.putBack}
        </Button>
      ) : null}
    </li>
  );
}

export default function ConnectAgentWebhooksDialog({ onClose }: { readonly onClose: () => void }) {
  const query = useApiQuery('listAgentWebhooks', {});
  const status = useWebhookStatus().data?.status;
  const format = useRegionalFormat();
  const changes = useChanges();
  const [picked, setPicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [leaving, setLeaving] = useState<AgentEventDestinationInfo | null>(null);
  const listId = useId();
  const agents = query.data?.agents ?? [];
  const open = agents.filter(({ events_to }) => events_to === 'elsewhere' || events_to === 'account');
  const kept = agents.filter(
    ({ agent_id, events_to, previous }) => events_to === 'here' && (previous !== null || changes.results.has(agent_id)),
  );
  const isChosen = (agent: AgentEventDestinationInfo): boolean =>
    picked.get(agent.agent_id) ?? isAgentPreselectedForWebhookConnect(agent, status);
  const wanted = open.filter(isChosen);
  const unreachable = query.data?.unreachable === true;

  async function connect(): Promise<void> {
    await changes.connect(wanted);
    setPicked(new Map(open.map(({ agent_id }) => [agent_id, false])));
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !changes.pending && onClose()}
      title={labels.title}
      description={labels.text}
      className="max-w-2xl"
      footer={
        <>
          <Button disabled={changes.pending} onClick={onClose}>
            {commonActionLabels.close}
          </Button>
          <Button
            variant="primary"
            disabled={changes.pending || unreachable || wanted.length === 0}
            onClick={() => void connect()}
          >
            {changes.pending ? labels.submitting : labels.submit(format.count(wanted.length))}
          </Button>
        </>
      }
    >
      {query.isError && !query.data ? (
        <FailedReadState
          className="py-4"
          title={labels.failed}
          text={getRequestErrorText(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.isPending ? <SkeletonRows count={4} className="h-12" /> : null}
      {unreachable ? <Alert tone="bad">{unreachableWebhookUrlTexts.unreachable}</Alert> : null}
      {query.data && open.length === 0 ? <p className="text-muted">{labels.allHere}</p> : null}
      {open.length > 0 ? (
        <section aria-labelledby={listId}>
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2">
            <h3 id={listId} className="font-medium">
              {labels.choose}
            </h3>
            <label className="flex items-center gap-2">
              <Checkbox
                checked={wanted.length === open.length}
                indeterminate={wanted.length > 0 && wanted.length < open.length}
                disabled={changes.pending || unreachable}
                onChange={(event) => setPicked(new Map(open.map(({ agent_id }) => [agent_id, event.target.checked])))}
              />
              {labels.all}
            </label>
          </div>
          <ul className="divide-y divide-line">
            {open.map((agent) => (
              <OpenRow
                key={agent.agent_id}
                agent={agent}
                isChosen={isChosen(agent)}
                disabled={changes.pending || unreachable}
                onChoose={(isOn) => setPicked(new Map([...picked, [agent.agent_id, isOn]]))}
                result={changes.results.get(agent.agent_id)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {kept.length > 0 ? (
        <section aria-label={labels.connected} className="mt-4">
          <h3 className="border-b border-line pb-2 font-medium">{labels.connected}</h3>
          <ul className="divide-y divide-line">
            {kept.map((agent) => (
              <KeptRow
                key={agent.agent_id}
                agent={agent}
                disabled={changes.pending}
                onPutBack={() => setLeaving(agent)}
                result={changes.results.get(agent.agent_id)}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(isOpen) => !isOpen && setLeaving(null)}
        title={labels.putBackTitle}
        confirmLabel={labels.putBack}
        pending={changes.pending}
        onConfirm={() => {
          if (leaving) void changes.putBack(leaving);
          setLeaving(null);
        }}
      >
        {leaving ? labels.putBackText(leaving.agent_name, leaving.previous?.host ?? labels.toAccount) : null}
      </ConfirmDialog>
    </Dialog>
  );
}
