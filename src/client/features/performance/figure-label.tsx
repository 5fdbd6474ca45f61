/** A figure's name, with its help. */
import { scorecardHelp, scorecardLabels, type ScorecardFigureName } from '../../../labels/performance-es.ts';
import { MetricHelpTooltip } from '../../help/ready-help.tsx';

export function FigureLabelWithHelp({ name }: { readonly name: ScorecardFigureName }) {
  return <MetricHelpTooltip about={scorecardLabels[name]} text={scorecardHelp[name]} />;
}
