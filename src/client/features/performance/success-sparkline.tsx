/** Sparkline of an agent's success rate by day, with a text for screen readers. */
import { performanceSummaryLabels as labels } from '../../../labels/performance-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

interface SuccessSparklineProps {
  readonly agent: string;
  /** Daily success rates in percent, oldest first; null for a day without finished calls. */
  readonly rates: readonly (number | null)[];
  /** Lowest success rate of the sparkline's vertical axis, in percent. The highest is 100 %. */
  readonly least: number;
}

export function SuccessRateSparkline({ agent, rates, least }: SuccessSparklineProps) {
  const format = useRegionalFormat();
  const known = rates.filter((rate) => rate !== null);
  const last = known.at(-1);
  const text =
    last === undefined
      ? labels.sparkEmpty
      : labels.sparkText(
          format.count(known.length),
          format.count(rates.length),
          format.percent(Math.min(...known)),
          format.percent(Math.max(...known)),
          format.percent(last),
        );
  return (
    <div title={text} className="border-b border-line">
      <Sparkline name={`${labels.spark(agent)}: ${text}`} values={rates} least={least} most={100} />
    </div>
  );
}
