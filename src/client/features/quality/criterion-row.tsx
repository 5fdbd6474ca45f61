/** Row for one criterion in the editor of the quality form: text, part, 'critical', and buttons to move it. */
import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { QualityCriterion, CriterionAffectedMetric } from '../../../contract/quality.ts';
import { criterionPartLabels, qualityFormLabels as labels } from './quality-es.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select, Textarea } from '../../ui/input.tsx';

const parts = Object.keys(criterionPartLabels) as readonly CriterionAffectedMetric[];

interface CriterionRowProps {
  readonly criterion: QualityCriterion;
  readonly place: number;
  readonly isLast: boolean;
  readonly mistake: string | undefined;
  readonly onChange: (change: Partial<Omit<QualityCriterion, 'id'>>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function CriterionEditorRow({
  criterion,
  place,
  isLast,
  mistake,
  onChange,
  onMove,
  onRemove,
}: CriterionRowProps) {
  const id = useId();
  return (
    <li data-criterion={criterion.id} className="flex gap-2 px-4 py-3">
      <span aria-hidden className="w-5 shrink-0 pt-2 text-right text-muted tabular-nums">
        {place}.
      </span>
      <div className="grid min-w-0 flex-1 items-start gap-2 md:grid-cols-[minmax(0,1fr)_10rem_5.5rem_auto]">
        <div className="min-w-0">
          <Textarea
            rows={1}
            className="field-sizing-content block min-h-9 resize-none py-1.75"
            aria-label={labels.criterion(place)}
            aria-invalid={mistake ? true : undefined}
            aria-describedby={mistake ? `${id}-mistake` : undefined}
            autoComplete="off"
            placeholder={labels.placeholder}
            value={criterion.text}
            // Enter is ignored, because the criterion's text must not contain line breaks.
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
            }}
            onChange={(event) => onChange({ text: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
          />
          {mistake ? (
            <p id={`${id}-mistake`} role="alert" className="mt-1 flex items-center gap-1 text-xs text-bad">
              <CircleAlert aria-hidden className="size-3 shrink-0" />
              {mistake}
            </p>
          ) : null}
        </div>
        <Select
          aria-label={labels.partOf(place)}
          value={criterion.part}
          onChange={(event) => onChange({ part: event.target.value as CriterionAffectedMetric })}
        >
          {parts.map((part) => (
            <option key={part} value={part}>
              {criterionPartLabels[part]}
            </option>
          ))}
        </Select>
        <div className="flex items-center justify-between gap-2 md:contents">
          <label className="flex h-9 cursor-pointer items-center gap-2">
            <Checkbox
              aria-label={labels.criticalOf(place)}
              checked={criterion.critical}
              onChange={(event) => onChange({ critical: event.target.checked })}
            />
            {labels.critical}
          </label>
          <span className="flex md:mt-0.5">
            <Button
              size="icon"
              variant="ghost"
              data-move="-1"
              aria-label={labels.up(place)}
              disabled={place === 1}
              onClick={() => onMove(-1)}
            >
              <ArrowUp aria-hidden />
            </Button>
            <Button
              size="icon"
              variant="ghost"
              data-move="1"
              aria-label={labels.down(place)}
              disabled={isLast}
              onClick={() => onMove(1)}
            >
              <ArrowDown aria-hidden />
            </Button>
            <Button
              size="icon"
              variant="ghost"
              className="enabled:hover:text-bad"
              aria-label={labels.remove(place)}
              onClick={onRemove}
            >
              <Trash2 aria-hidden />
            </Button>
          </span>
        </div>
      </div>
    </li>
  );
}
