/** Card of the retention period, the number of days for which calls keep personal data. Only admins change it. */
import { dataRetentionLabels as labels } from '../../../../labels/forgetting-es.ts';
import { settingsLabels } from '../../../../labels/settings-es.ts';
import { useHasRole } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useNumberFieldText, useSettingsField, useWorkspaceLocale } from '../form/form-fields.tsx';
import { parseTypedInteger } from '../form/number-reading.ts';
import { computeRetentionCutoffTime } from './retention.ts';

export function DataRetentionCard() {
  const isAdmin = useHasRole('admin');
  const locale = useWorkspaceLocale();
  const format = useRegionalFormat();
  const { value, set, bind, error } = useSettingsField<number | null>('retentionDays');
  const read = (typed: string): number | null => (typed.trim() === '' ? null : parseTypedInteger(typed, locale));
  const { text, setText } = useNumberFieldText(value, read);
  const since = computeRetentionCutoffTime(value);
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      {isAdmin ? null : (
        <Alert tone="info" className="mb-4">
          {settingsLabels.adminOnly}
        </Alert>
      )}
      <FormField label={labels.days} hint={labels.hint} error={error}>
        {(control) => (
          <span className="flex items-center gap-2">
            <Input
              {...control}
              name="retentionDays"
              inputMode="numeric"
              autoComplete="off"
              disabled={!isAdmin}
              className="max-w-32 tabular-nums"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                set(read(event.target.value));
              }}
              {...bind}
            />
            <span className="text-muted">{labels.unit}</span>
          </span>
        )}
      </FormField>
      {value === null ? <p className="mt-3 text-muted">{labels.never}</p> : null}
      {since === null ? null : <p className="mt-3 text-muted">{labels.effect(format.date(since))}</p>}
    </SectionCard>
  );
}
