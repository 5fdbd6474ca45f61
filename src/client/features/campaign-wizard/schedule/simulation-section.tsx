/**
 * Simulation of a campaign before it starts: calls by hour, the end, and the assumed number of simultaneous calls and
 * dialling pace.
 */
import { useMutation } from '@tanstack/react-query';
import { CalendarRange, ChevronRight, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { CampaignSimulation } from '../../../../contract/campaigns.ts';
import { campaignSimulationLabels as labels } from '../simulation-es.ts';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { toCalendarDay } from '../../../format/dates.ts';
import { describeMomentRange } from '../../../format/moment-range.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { LabelWithHelp } from '../../../help/help-tip.tsx';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { isWizardScheduleComplete, buildCampaignForecastInput, type WizardDraft } from '../draft/wizard-draft.ts';
import type { CampaignPreflightState } from '../summary/use-preflight.ts';

type Hours = NonNullable<CampaignSimulation['hours']>;

interface SimulationSectionProps {
  readonly draft: WizardDraft;
  readonly preflight: CampaignPreflightState;
  /** Number of different phone numbers in the campaign's recipient file. */
  readonly validCount: number;
}

/** Request body of a simulation, with the number of recipients whom the preflight expects to be called. */
function orderOf({ draft, preflight: { data }, validCount }: SimulationSectionProps) {
  const dailyLimit = data?.dailyLimit ?? 0;
  return {
    ...buildCampaignForecastInput(draft),
    callable: data ? data.total - data.duplicates - data.doNotCall - dailyLimit : validCount,
    dailyLimit,
    places: data?.places ?? [],
  };
}

const totalOf = (hours: Hours, of: 'people' | 'retries'): number => hours.reduce((sum, hour) => sum + hour[of], 0);

interface FactProps {
  readonly name: string;
  readonly help?: string;
  readonly children: string;
}

function Fact({ name, help, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{help ? <LabelWithHelp about={name} text={help} /> : name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{children}</dd>
    </div>
  );
}

interface DayProps {
  readonly hours: Hours;
  /** Number of calls in the busiest hour of the whole simulation. */
  readonly most: number;
  readonly hasRetries: boolean;
  readonly isOpen: boolean;
}

function Day({ hours, most, hasRetries, isOpen }: DayProps) {
  const format = useRegionalFormat();
  const [people, retries] = [totalOf(hours, 'people'), totalOf(hours, 'retries')];
  return (
    <details open={isOpen} className="group border-t border-line first:border-t-0">
      <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 py-2 font-medium">
        <ChevronRight aria-hidden className="-mr-1 size-4 text-muted transition-transform group-open:rotate-90" />
        {format.date(hours[0]?.at)}
        <span className="text-xs font-normal text-muted tabular-nums">
          {labels.day(format.count(people), people === 1, retries > 0 ? format.count(retries) : null)}
        </span>
      </summary>
      <table className="mb-3 w-full border-collapse text-xs tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" colSpan={2} className="h-6 text-left font-normal">
              {labels.hour}
            </th>
            <th scope="col" className="w-20 text-right font-normal">
              {labels.people}
            </th>
            {hasRetries ? (
              <th scope="col" className="w-20 text-right font-normal">
                {labels.retries}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.at}>
              <th scope="row" className="h-6 w-14 text-left font-normal">
                {format.time(hour.at)}
              </th>
              <td aria-hidden className="px-2">
                <span className="flex h-2">
                  <span className="rounded-sm bg-accent" style={{ width: `${(100 * hour.people) / most}%` }} />
                  <span className="rounded-sm bg-accent/35" style={{ width: `${(100 * hour.retries) / most}%` }} />
                </span>
              </td>
              <td className="text-right">{format.count(hour.people)}</td>
              {hasRetries ? <td className="text-right text-muted">{format.count(hour.retries)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function noteOf(simulation: CampaignSimulation, format: RegionalFormat): string {
  const { hours, lines, basisCalls, holdSeconds, isTooLong } = simulation;
  if (isTooLong) return labels.tooLong;
  if (hours !== null && holdSeconds !== null)
    return labels.basis(format.count(basisCalls), formatDurationInWords(holdSeconds));
  if (holdSeconds === null) return labels.fewCalls(format.count(basisCalls));
  return lines === null ? labels.noLines : labels.noReasons;
}

function SimulationResult({ simulation }: { readonly simulation: CampaignSimulation }) {
  const format = useRegionalFormat();
  const { hours, endsBetween, lines, callsPerSecond, otherCampaigns, uncalled } = simulation;
  const zone = format.regional.timeZone;
  const days = [...Map.groupBy(hours ?? [], ({ at }) => toCalendarDay(new Date(at), zone))];
  const most = Math.max(1, ...(hours ?? []).map(({ people, retries }) => people + retries));
  const retries = hours && totalOf(hours, 'retries');
  const others = otherCampaigns > 0 ? labels.others(format.count(otherCampaigns), otherCampaigns === 1) : null;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name={labels.ends} help={labels.endsHelp}>
          {endsBetween === null ? labels.unknown : describeMomentRange(endsBetween, format, getServerTimeMs())}
        </Fact>
        <Fact name={labels.retries} help={labels.retriesHelp}>
          {retries === null ? labels.unknown : format.count(retries)}
        </Fact>
        <Fact name={labels.lines} help={labels.linesHelp}>
          {lines ? labels.freeLines(format.count(lines.free), format.count(lines.usable)) : labels.unknown}
        </Fact>
        <Fact name={labels.pace}>{labels.perMinute(format.figure(60 * callsPerSecond))}</Fact>
      </dl>
      {uncalled ? (
        <p className="flex items-start gap-2 rounded-md bg-attention-soft px-3 py-1.5 text-xs text-attention">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {labels.uncalled(format.count(uncalled), uncalled === 1)}
        </p>
      ) : null}
      {days.length > 0 ? (
        <div>
          {days.map(([day, ofDay], index) => (
            <Day key={day} hours={ofDay} most={most} hasRetries={Boolean(retries)} isOpen={index === 0} />
          ))}
        </div>
      ) : null}
      <p className="text-xs text-muted">{[noteOf(simulation, format), others].filter(Boolean).join(' ')}</p>
    </div>
  );
}

export default function CampaignSimulationSection(props: SimulationSectionProps) {
  const titleId = useId();
  const { draft, preflight } = props;
  const order = orderOf(props);
  const simulation = useMutation({ mutationFn: (body: typeof order) => callApi('simulateCampaign', { body }) });
  const { isPending, isError, error, data, variables } = simulation;
  const isOld = data !== undefined && JSON.stringify(variables) !== JSON.stringify(order);
  const isWaiting = !isWizardScheduleComplete(draft) || (preflight.isLoading && !preflight.data);
  return (
    <section aria-labelledby={titleId} aria-busy={isPending} className="flex flex-col gap-3">
      <div>
        <h3 id={titleId} className="font-medium">
          {labels.title}
        </h3>
        <p className="text-xs text-muted">{labels.text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          disabled={isPending || isWaiting || order.callable + order.dailyLimit === 0}
          onClick={() => simulation.mutate(order)}
        >
          {isPending ? <LoaderCircle aria-hidden className="animate-spin" /> : <CalendarRange aria-hidden />}
          {isPending ? labels.simulating : data ? labels.again : labels.simulate}
        </Button>
        {isOld ? <span className="text-xs text-muted">{labels.changed}</span> : null}
        {!isWaiting && order.callable + order.dailyLimit === 0 ? (
          <span className="text-xs text-muted">{labels.nobody}</span>
        ) : null}
      </div>
      <div aria-live="polite" className={isOld ? 'opacity-60' : undefined}>
        {isError ? <Alert tone="bad">{getRequestErrorText(error, labels.failed)}</Alert> : null}
        {data ? <SimulationResult simulation={data} /> : null}
      </div>
    </section>
  );
}
