/** Text 'Sin datos' in place of an unknown figure. The reason is in a tooltip, and is read to screen readers. */
import { noDataText } from '../../labels/common-es.ts';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

interface UnknownFigureProps {
  readonly why: string;
  readonly className?: string;
}

export function UnknownFigure({ why, className }: UnknownFigureProps) {
  return (
    <Tooltip text={why}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the reason is told on focus too */}
      <span tabIndex={0} className={classNames('rounded-sm text-muted', className)}>
        {noDataText}
        <span className="sr-only">: {why}</span>
      </span>
    </Tooltip>
  );
}
