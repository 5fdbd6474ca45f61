/** A figure's name, with its help. */
import { scorecardHelp, scorecardLabels, type ScorecardFigure } from '../../../labels/performance-es.ts';
import { MetricTooltip } from '../../help/ready-help.tsx';

export function FigureLabel({ name }: { readonly name: ScorecardFigure }) {
  return <MetricTooltip about={scorecardLabels[name]} text={scorecardHelp[name]} />;
}
