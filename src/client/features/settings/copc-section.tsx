/** Settings section of the quality metrics: analysis field and target of each. An empty field means the default. */
import { ArrowDown, ArrowUp, RotateCcw } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { copcMetricsInSeconds, lowerIsBetterCopcMetrics } from '../../../contract/copc-bands.ts';
import { copcMetrics, type CopcMetric } from '../../../contract/regional.ts';
import { defaultCallbackFieldName, defaultCopcFieldNames, defaultCopcTargets } from '../../../contract/settings.ts';
import { copcSettingsLabels as labels } from '../../../labels/copc-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Input } from '../../ui/input.tsx';
import { useNumberFieldText, useSettingsField, useWorkspaceLocale } from './form/form-fields.tsx';
import { parseTypedDecimal, formatNumberForInput } from './form/number-reading.ts';
import type { SettingsFormValues } from './form/settings-form.ts';

const fieldDefaults: Partial<Record<CopcMetric, string>> = defaultCopcFieldNames;

function ErrorText({ text }: { readonly text: string | undefined }) {
  return text ? (
    <p role="alert" className="mt-1 text-xs text-bad">
      {text}
    </p>
  ) : null;
}

interface FieldInputProps {
  readonly field: CopcMetric | 'callbackAt';
  readonly name: string;
  readonly fallback: string | undefined;
}

function FieldInput({ field, name, fallback }: FieldInputProps) {
  const { value, set, bind, error } = useSettingsField<string>(`copc.fields.${field}`);
  if (fallback === undefined) return <span className="text-xs text-muted">{labels.ownData}</span>;
  return (
    <>
      <Input
        aria-label={labels.fieldOf(name)}
        aria-invalid={error ? true : undefined}
        className="font-mono text-xs"
        autoComplete="off"
        spellCheck={false}
        placeholder={fallback}
        value={value}
        onChange={(event) => set(event.target.value)}
        {...bind}
      />
      <ErrorText text={error} />
    </>
  );
}

function TargetInput({ metric }: { readonly metric: CopcMetric }) {
  const locale = useWorkspaceLocale();
  const { value, set, bind, error } = useSettingsField<number | null>(`copc.targets.${metric}`);
  const read = (typed: string): number | null => (typed.trim() === '' ? null : parseTypedDecimal(typed, locale));
  const { text, setText } = useNumberFieldText(value, read);
  const isLowerBetter = lowerIsBetterCopcMetrics.has(metric);
  const Direction = isLowerBetter ? ArrowDown : ArrowUp;
  const direction = isLowerBetter ? labels.lower : labels.higher;
  return (
    <>
      <span className="flex items-center gap-2">
        <span title={direction} className="shrink-0 text-muted">
          <Direction aria-hidden className="size-4" />
          <span className="sr-only">{direction}</span>
        </span>
        <Input
          aria-label={labels.targetOf(copcMetricLabels[metric])}
          aria-invalid={error ? true : undefined}
          className="w-24 text-right tabular-nums"
          inputMode="decimal"
          autoComplete="off"
          placeholder={formatNumberForInput(defaultCopcTargets[metric], locale)}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            set(read(event.target.value));
          }}
          {...bind}
        />
        <span className="w-4 text-muted">{copcMetricsInSeconds.has(metric) ? labels.seconds : labels.percent}</span>
      </span>
      <ErrorText text={error} />
    </>
  );
}

const rowClass = 'grid items-center gap-x-4 gap-y-2 px-4 py-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_11rem_2rem]';

function MetricRow({
  metric,
  isOwn,
  onReset,
}: {
  readonly metric: CopcMetric;
  readonly isOwn: boolean;
  readonly onReset: () => void;
}) {
  const name = copcMetricLabels[metric];
  return (
    <li className={rowClass}>
      <span className="font-medium">{name}</span>
      <span className="min-w-0">
        <FieldInput field={metric} name={name} fallback={fieldDefaults[metric]} />
      </span>
      <span>
        <TargetInput metric={metric} />
      </span>
      <Button
        size="icon"
        variant="ghost"
        aria-label={labels.resetOne(name)}
        title={labels.reset}
        className={classNames(!isOwn && 'invisible', 'max-sm:hidden')}
        onClick={onReset}
      >
        <RotateCcw aria-hidden />
      </Button>
    </li>
  );
}

export function CopcSettingsSection() {
  const { control, setValue } = useFormContext<SettingsFormValues>();
  const copc = useWatch({ control, name: 'copc' });
  const isOwn = (metric: CopcMetric): boolean => copc.fields[metric] !== '' || copc.targets[metric] !== null;
  const own = copcMetrics.filter(isOwn);

  function resetAll(): void {
    reset(own);
    setValue('copc.fields.callbackAt', '', { shouldValidate: true });
  }

  function reset(metrics: readonly CopcMetric[]): void {
    for (const metric of metrics) {
      setValue(`copc.fields.${metric}`, '', { shouldValidate: true });
      setValue(`copc.targets.${metric}`, null, { shouldValidate: true });
    }
  }

  return (
    <SectionCard
      title={labels.title}
      subtitle={labels.text}
      bodyClassName="p-0"
      actions={
        <Button size="small" disabled={own.length === 0 && copc.fields.callbackAt === ''} onClick={resetAll}>
          <RotateCcw aria-hidden />
          {labels.resetAll}
        </Button>
      }
    >
      <div
        aria-hidden
        className="grid grid-cols-[minmax(0,1fr)_minmax(0,13rem)_11rem_2rem] gap-x-4 border-b border-line px-4 py-2 text-xs font-medium text-muted max-sm:hidden"
      >
        <span>{labels.metric}</span>
        <span>{labels.field}</span>
        <span className="pl-6">{labels.target}</span>
      </div>
      <ul className="divide-y divide-line">
        {copcMetrics.map((metric) => (
          <MetricRow key={metric} metric={metric} isOwn={isOwn(metric)} onReset={() => reset([metric])} />
        ))}
        <li className={rowClass}>
          <span className="font-medium">{labels.callback}</span>
          <span className="min-w-0">
            <FieldInput field="callbackAt" name={labels.callback} fallback={defaultCallbackFieldName} />
          </span>
          <span className="text-xs text-muted sm:pl-6">{labels.callbackText}</span>
        </li>
      </ul>
    </SectionCard>
  );
}
