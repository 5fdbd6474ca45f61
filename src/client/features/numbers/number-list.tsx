/**
 * Table of the origin numbers with their calls and answer rate by day, state, agents and campaigns. On narrow screens
 * each number is a card.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { PhoneNumberDayUsage, PhoneNumberUsage } from '../../../contract/numbers.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { originNumbersLabels as labels } from './numbers-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useApiQuery } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { LabelWithHelp } from '../../help/help-tip.tsx';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { PhoneNumberText } from '../../ui/phone-number.tsx';
import { toast } from '../../ui/toast.ts';

interface Context {
  readonly format: RegionalFormat;
  /** False for cards. */
  readonly isTable: boolean;
  readonly days: readonly PhoneNumberDayUsage[];
  readonly cap: number;
  readonly agentName: (id: string) => string;
}

/** Answer rate of an origin number on one day, such as '34,5%'; '—' if no call of that day has ended. */
const answeredOf = ({ over, answered }: PhoneNumberDayUsage, format: RegionalFormat): string =>
  over === 0 ? labels.none : format.percent((100 * answered) / over);

function TakeBack({ phoneNumber, phoneNumberShown }: Pick<PhoneNumberUsage, 'phoneNumber' | 'phoneNumberShown'>) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi('takeBackNumber', { params: { number: phoneNumber } }),
    onSuccess: () => toast.good(labels.takenBack(phoneNumberShown)),
    onError: (error) => toast.bad(toastTitles.error, getRequestErrorText(error, labels.takeBackFailed)),
    onSettled: () =>
      client.invalidateQueries({ queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'listNumbers') }),
  });
  return (
    <Button size="small" disabled={isPending} aria-label={labels.takeBackOf(phoneNumberShown)} onClick={() => mutate()}>
      {labels.takeBack}
    </Button>
  );
}

function State({ usage, format }: { readonly usage: PhoneNumberUsage; readonly format: RegionalFormat }) {
  if (usage.setAsideAt !== null)
    return (
      <div className="flex flex-col items-start gap-1.5">
        <Badge tone="attention">{labels.setAside}</Badge>
        <p className="text-xs text-muted">{labels.setAsideSince(format.dateTime(usage.setAsideAt))}</p>
        <TakeBack {...usage} />
      </div>
    );
  if (usage.isCapped) return <Badge tone="attention">{labels.capped}</Badge>;
  return usage.campaigns.length > 0 ? <Badge tone="good">{labels.used}</Badge> : <Badge>{labels.idle}</Badge>;
}

/** Short date of a calendar day. It is formatted at noon UTC, when every supported time zone has the same date. */
const nameOfDay = (day: string, format: RegionalFormat): string => format.shortDate(`${day}T12:00:00Z`);

/** Removes the last day, which is today, because the list of origin numbers shows today in its own column. */
const daysBefore = (days: readonly PhoneNumberDayUsage[]): readonly PhoneNumberDayUsage[] => days.slice(0, -1);

const daysGrid = 'grid max-w-md grid-cols-6 gap-x-3 text-right text-xs tabular-nums';

/**
 * An origin number's calls and answer rate for each day. In a table, only the header names the days. In cards, each
 * card names them.
 */
function Days({
  days,
  format,
  isTable,
}: { readonly days: readonly PhoneNumberDayUsage[] } & Pick<Context, 'format' | 'isTable'>) {
  return (
    <ol className={classNames(daysGrid, !isTable && 'max-sm:grid-cols-3 max-sm:gap-y-2')}>
      {daysBefore(days).map((each) => (
        <li key={each.day}>
          <span className={isTable ? 'sr-only' : 'block text-muted'}>{nameOfDay(each.day, format)} </span>
          <span className="block font-medium">{format.count(each.calls)}</span>
          <span className="block text-muted">{answeredOf(each, format)}</span>
        </li>
      ))}
    </ol>
  );
}

function DaysHead({ days, format, isTable }: Context) {
  return (
    <>
      <LabelWithHelp about={labels.days} text={labels.daysHelp} place={isTable ? 'aside' : 'stop'} />
      {isTable ? (
        <span aria-hidden className={classNames(daysGrid, 'mt-1 font-normal')}>
          {daysBefore(days).map(({ day }) => (
            <span key={day}>{nameOfDay(day, format)}</span>
          ))}
        </span>
      ) : null}
    </>
  );
}

const shownCampaigns = 3;

const columns: readonly TableColumn<PhoneNumberUsage, Context>[] = [
  {
    id: 'number',
    head: labels.number,
    cell: ({ phoneNumber, phoneNumberShown, nickname }) => (
      <>
        <Link
          href={screenPaths.callHistory({ q: phoneNumber })}
          title={labels.callsOf}
          className="block w-fit rounded-sm font-medium text-accent-text hover:underline"
        >
          <PhoneNumberText>{phoneNumberShown}</PhoneNumberText>
        </Link>
        {nickname ? <span className="block text-xs text-muted">{nickname}</span> : null}
      </>
    ),
    cellClass: 'py-3 align-top',
    card: 'title',
  },
  {
    id: 'state',
    head: labels.state,
    cell: (usage, { format }) => <State usage={usage} format={format} />,
    cellClass: 'max-w-56 py-3 align-top',
  },
  {
    id: 'today',
    head: labels.today,
    help: labels.todayHelp,
    cell: ({ days }, { format, cap }) => {
      const today = days.at(-1);
      if (!today) return labels.none;
      const calls = format.count(today.calls);
      return (
        <>
          <span className="block font-medium">{cap === 0 ? calls : labels.ofCap(calls, format.count(cap))}</span>
          <span className="block text-xs text-muted">
            {today.over === 0 ? labels.none : labels.answered(answeredOf(today, format))}
          </span>
        </>
      );
    },
    cellClass: 'py-3 align-top tabular-nums whitespace-nowrap',
  },
  {
    id: 'days',
    head: (context) => <DaysHead {...context} />,
    cell: ({ days }, { format, isTable }) => <Days days={days} format={format} isTable={isTable} />,
    headClass: 'min-w-80 py-2',
    cellClass: 'py-3 align-top',
  },
  {
    id: 'agents',
    head: labels.agents,
    cell: ({ agents }, { agentName }) =>
      agents === null ? (
        <span title={labels.unlisted}>{labels.none}</span>
      ) : agents.length === 0 ? (
        labels.none
      ) : (
        <ul>
          {[...new Set(agents.map(({ agent_id: id }) => id))].map((id) => (
            <li key={id} className="break-words">
              <Link href={screenPaths.agent(id)} className="rounded-sm text-accent-text hover:underline">
                {agentName(id)}
              </Link>
            </li>
          ))}
        </ul>
      ),
    cellClass: 'max-w-40 py-3 align-top',
  },
  {
    id: 'campaigns',
    head: labels.campaigns,
    cell: ({ campaigns }, { format }) =>
      campaigns.length === 0 ? (
        labels.none
      ) : (
        <ul>
          {campaigns.slice(0, shownCampaigns).map(({ id, name }) => (
            <li key={id} className="break-words">
              <Link href={screenPaths.campaign(id)} className="rounded-sm text-accent-text hover:underline">
                {name}
              </Link>
            </li>
          ))}
          {campaigns.length > shownCampaigns ? (
            <li className="text-xs text-muted">
              {labels.moreCampaigns(format.count(campaigns.length - shownCampaigns))}
            </li>
          ) : null}
        </ul>
      ),
    cellClass: 'max-w-48 py-3 align-top',
  },
];

const tableFrom = '(min-width: 80rem)';

export function OriginNumberList({
  numbers,
  cap,
}: {
  readonly numbers: readonly PhoneNumberUsage[];
  readonly cap: number;
}) {
  const format = useRegionalFormat();
  const agents = useApiQuery('listAgents', {}).data;
  const isTable = useMediaQuery(tableFrom);
  const names = new Map(agents?.map(({ agent_id: id, agent_name: name }) => [id, name]));
  return (
    <ResponsiveTableOrCards
      wideFrom={tableFrom}
      aria-label={labels.table}
      columns={columns}
      context={{ format, isTable, days: numbers[0]?.days ?? [], cap, agentName: (id) => names.get(id) ?? id }}
      rows={numbers}
      keyOf={({ phoneNumber }) => phoneNumber}
    />
  );
}
