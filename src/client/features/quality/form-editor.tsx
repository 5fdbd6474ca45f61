/** Tab 'Formulario': the criteria by which calls are scored, and the percent of 'yes' needed to pass. */
import { useRef } from 'react';
import { qualityFormLabels as labels } from './quality-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SaveConflictNotice } from '../../ui/saved-meanwhile.tsx';
import { CriteriaEditorList } from './criteria-list.tsx';
import { listQualityFormDifferences } from './form-draft.ts';
import type { QualityFormDraftState } from './use-form-draft.ts';

export function QualityFormEditor({ form }: { readonly form: QualityFormDraftState }) {
  const format = useRegionalFormat();
  const box = useRef<HTMLFormElement>(null);
  const { draft, base, isChanged, isStale, isSaving, mistakes } = form;

  function save(): void {
    if (form.save()) return;
    // The next frame has the mistakes marked.
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-add]')?.focus());
  }

  return (
    <form
      ref={box}
      noValidate
      aria-label={labels.title}
      className="flex max-w-5xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {isStale ? (
        <SaveConflictNotice
          text={labels.savedMeanwhile}
          fields={listQualityFormDifferences(draft, base)}
          isSaving={isSaving}
          onKeep={save}
          onTake={form.discard}
        />
      ) : null}
      {form.failure === null ? null : <Alert tone="bad">{form.failure}</Alert>}
      <SectionCard
        title={labels.title}
        subtitle={`${labels.version(format.count(base.version), labels.criteria(draft.criteria.length))}. ${labels.subtitle}`}
        bodyClassName="p-0"
      >
        <div className="border-b border-line p-4">
          <FormField label={labels.passPercent} hint={labels.passPercentHint} error={mistakes.get('passPercent')}>
            {(control) => (
              <span className="flex items-center gap-2">
                <Input
                  {...control}
                  className="w-20 text-right tabular-nums"
                  inputMode="numeric"
                  autoComplete="off"
                  value={draft.passPercent}
                  onChange={(event) => form.change({ ...draft, passPercent: event.target.value })}
                />
                <span className="text-muted">{labels.percent}</span>
              </span>
            )}
          </FormField>
        </div>
        <p className="border-b border-line px-4 py-3 text-xs text-muted">{labels.listHint}</p>
        <CriteriaEditorList draft={draft} mistakes={mistakes} onChange={form.change} />
        <div className="sticky bottom-0 flex items-center justify-end gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3">
          <output className="mr-auto text-xs text-muted max-sm:sr-only">
            {isChanged ? labels.changed : labels.unchanged}
          </output>
          {isChanged ? (
            <Button size="small" disabled={isSaving} onClick={form.discard}>
              {labels.discard}
            </Button>
          ) : null}
          <Button type="submit" size="small" variant="primary" disabled={!isChanged || isStale || isSaving}>
            {isSaving ? labels.saving : labels.save}
          </Button>
        </div>
      </SectionCard>
    </form>
  );
}
