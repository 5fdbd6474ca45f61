/** How long the caller waited for each answer, whole and by part. */
import type { CallDetail } from '../../../contract/calls.ts';
import { latencyLabels } from '../../../labels/call-detail-es.ts';
import type { RegionalFormat } from '../../format/regional-format.ts';
import { useFormat } from '../../session/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { HelpTip } from '../../help/help-tip.tsx';
import { latencyOf, latencyParts, type LatencyPart } from './call-values.ts';

const helps = { e2e: latencyLabels.e2eHelp, llm: latencyLabels.llmHelp, tts: latencyLabels.ttsHelp } as const;

function write(milliseconds: number | null, format: RegionalFormat): string {
  return milliseconds === null ? latencyLabels.notAvailable : latencyLabels.milliseconds(format.count(milliseconds));
}

function LatencyCard({ call, part }: { readonly call: CallDetail; readonly part: LatencyPart }) {
  const format = useFormat();
  const { p50, p90, min, average } = latencyOf(call, part);
  const figures = [
    { name: latencyLabels.p50, value: p50 },
    { name: latencyLabels.p90, value: p90 },
    { name: latencyLabels.min, value: min },
    ...(average === null ? [] : [{ name: latencyLabels.average, value: average }]),
  ];
  return (
    <Card
      title={
        <span className="flex items-center gap-1.5">
          {latencyLabels[part]}
          <HelpTip about={latencyLabels[part]} text={helps[part]} />
        </span>
      }
    >
      <dl className="flex flex-col divide-y divide-line">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-1.5 first:pt-0 last:pb-0">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium tabular-nums">{write(value, format)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function LatencyTab({ call }: { readonly call: CallDetail }) {
  return (
    <div className="grid gap-4 md:grid-cols-3 lg:grid-cols-1 xl:grid-cols-3">
      {latencyParts.map((part) => (
        <LatencyCard key={part} call={call} part={part} />
      ))}
    </div>
  );
}
