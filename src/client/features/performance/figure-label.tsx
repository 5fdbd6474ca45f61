/** A figure's name, with its help. */
import { scorecardHelp, scorecardLabels, type ScorecardFigure } from '../../../labels/performance-es.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';

export function FigureLabelWithHelp({ name }: { readonly name: ScorecardFigure }) {
  return <MetricHelpTooltip about={scorecardLabels[name]} text={scorecardHelp[name]} />;
}
