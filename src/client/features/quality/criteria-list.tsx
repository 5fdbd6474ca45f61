/** Editable list of the quality form's criteria. It also moves the focus after a criterion was moved or removed. */
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { qualityFormLabels as labels } from './quality-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { Button } from '../../ui/button.tsx';
import { CriterionEditorRow } from './criterion-row.tsx';
import {
  addQualityCriterion,
  changeQualityCriterion,
  maxCriteriaPerQualityForm,
  moveQualityCriterion,
  removeQualityCriterion,
  type QualityFormDraft,
  type QualityFormErrors,
} from './form-draft.ts';

interface CriteriaListProps {
  readonly draft: QualityFormDraft;
  readonly mistakes: QualityFormErrors;
  readonly onChange: (draft: QualityFormDraft) => void;
}

/**
 * CSS selectors of elements that may take the focus after a change of the criteria list. The first element that can
 * take the focus gets it.
 */
type Landing = readonly string[];

export function CriteriaEditorList({ draft, mistakes, onChange }: CriteriaListProps) {
  const { criteria } = draft;
  const box = useRef<HTMLDivElement>(null);
  const landing = useRef<Landing | null>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    const selectors = landing.current;
    landing.current = null;
    if (selectors === null) return;
    const target = selectors
      .map((selector) => box.current?.querySelector<HTMLElement>(`${selector}:not(:disabled)`))
      .find((element) => element);
    target?.focus();
  });
  const isFull = criteria.length >= maxCriteriaPerQualityForm;
  const rowOf = (id: string | undefined) => `[data-criterion="${id ?? ''}"]`;

  function move(id: string, by: -1 | 1): void {
    landing.current = [`${rowOf(id)} [data-move="${by}"]`, `${rowOf(id)} [data-move="${-by}"]`];
    const next = moveQualityCriterion(draft, id, by);
    setNews(labels.moved(next.criteria.findIndex((criterion) => criterion.id === id) + 1, criteria.length));
    onChange(next);
  }

  function remove(id: string, index: number): void {
    const neighbour = criteria[index + 1] ?? criteria[index - 1];
    landing.current = [`${rowOf(neighbour?.id)} textarea`, '[data-add]'];
    setNews(labels.removed(criteria.length - 1));
    onChange(removeQualityCriterion(draft, id));
  }

  function add(): void {
    const next = addQualityCriterion(draft, getServerTimeMs());
    landing.current = [`${rowOf(next.criteria.at(-1)?.id)} textarea`];
    setNews('');
    onChange(next);
  }

  return (
    <div ref={box}>
      <ol aria-label={labels.list} className="divide-y divide-line [&_:is(button,input,select,textarea)]:scroll-my-20">
        {criteria.map((criterion, index) => (
          <CriterionEditorRow
            key={criterion.id}
            criterion={criterion}
            place={index + 1}
            isLast={index === criteria.length - 1}
            mistake={mistakes.get(criterion.id)}
            onChange={(change) => onChange(changeQualityCriterion(draft, criterion.id, change))}
            onMove={(by) => move(criterion.id, by)}
            onRemove={() => remove(criterion.id, index)}
          />
        ))}
      </ol>
      <output className="sr-only">{news}</output>
      <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-3 first:border-0">
        <Button data-add size="small" disabled={isFull} onClick={add}>
          <Plus aria-hidden />
          {labels.add}
        </Button>
        {isFull ? <span className="text-xs text-muted">{labels.full}</span> : null}
        {mistakes.has('criteria') ? (
          <span role="alert" className="text-xs text-bad">
            {mistakes.get('criteria')}
          </span>
        ) : null}
      </div>
    </div>
  );
}
