/** A figure's name and its help. The mark stays with the last word, so that it never stands on a line of its own. */
import { scorecardHelp, scorecardLabels, type ScorecardFigure } from '../../../labels/performance-es.ts';
import { MetricTooltip } from '../../help/ready-help.tsx';

export function FigureLabel({ name }: { readonly name: ScorecardFigure }) {
  const text = scorecardLabels[name];
  const lastWord = text.lastIndexOf(' ') + 1;
  return (
    <>
      {text.slice(0, lastWord)}
      <span className="whitespace-nowrap">
        {text.slice(lastWord)}
        <span className="ml-1 inline-flex align-middle">
          <MetricTooltip about={text} text={scorecardHelp[name]} />
        </span>
      </span>
    </>
  );
}
