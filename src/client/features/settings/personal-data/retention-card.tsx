/** Card of the retention period, the number of days for which calls keep personal data. Only admins change it. */
import { retentionLabels as labels } from '../../../../labels/forgetting-es.ts';
import { settingsLabels } from '../../../../labels/settings-es.ts';
import { useHasRole } from '../../../session/session.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { useNumberText, useSetting, useWorkspaceLocale } from '../form/form-fields.tsx';
import { readInteger } from '../form/number-reading.ts';
import { firstRetainedDay } from './retention.ts';

export function RetentionCard() {
  const isAdmin = useHasRole('admin');
  const locale = useWorkspaceLocale();
  const format = useFormat();
  const { value, set, bind, error } = useSetting<number | null>('retentionDays');
  const read = (typed: string): number | null => (typed.trim() === '' ? null : readInteger(typed, locale));
  const { text, setText } = useNumberText(value, read);
  const since = firstRetainedDay(value);
  return (
    <Card title={labels.title} subtitle={labels.text}>
      {isAdmin ? null : (
        <Alert tone="info" className="mb-4">
          {settingsLabels.adminOnly}
        </Alert>
      )}
      <Field label={labels.days} hint={labels.hint} error={error}>
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
      </Field>
      {value === null ? <p className="mt-3 text-muted">{labels.never}</p> : null}
      {since === null ? null : <p className="mt-3 text-muted">{labels.effect(format.date(since))}</p>}
    </Card>
  );
}
