/** Inputs for the fields of the settings form, each with label, hint and error message. */
import type { ReactNode } from 'react';
import { useController, useFormContext, type FieldError } from 'react-hook-form';
import { useState } from 'react';
import type { DateLocale } from '../../../../contract/regional.ts';
import { useSession } from '../../../session/session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { FormField } from '../../../ui/field.tsx';
import { Input, Select, Textarea } from '../../../ui/input.tsx';
import { ClockTimeInput, DayInput } from '../../../ui/moment-input.tsx';
import { SwitchRow } from '../../../ui/switch.tsx';
import { parseTypedDecimal, parseTypedInteger, formatNumberForInput } from './number-reading.ts';
import type { SettingsFormValues, SettingsFieldPath } from './settings-form.ts';

interface BoundProps {
  readonly name: SettingsFieldPath;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

/** Hook: value, setter and error message of one field of the settings form. */
export function useSettingsField<T>(name: SettingsFieldPath) {
  const { control } = useFormContext<SettingsFormValues>();
  const { field, fieldState } = useController({ control, name });
  const set: (value: T) => void = field.onChange;
  // React Hook Form needs the input's ref, to focus the field if it has an error.
  return {
    value: field.value as T,
    set,
    bind: { ref: field.ref, onBlur: field.onBlur },
    error: messageOf(fieldState.error),
  };
}

function messageOf(error: FieldError | readonly (FieldError | undefined)[] | undefined): string | undefined {
  return error && 'length' in error ? error.find((each) => each !== undefined)?.message : error?.message;
}

interface TextFieldProps extends BoundProps {
  readonly type?: 'text' | 'url';
  readonly placeholder?: string;
  readonly className?: string;
}

export function SettingsTextField({ name, label, hint, disabled = false, ...rest }: TextFieldProps) {
  const { value, set, bind, error } = useSettingsField<string>(name);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          name={name}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          value={value}
          onChange={(event) => set(event.target.value)}
          {...bind}
        />
      )}
    </FormField>
  );
}

/** Date field. Incomplete text stays in the form's value, so that the schema rejects it on saving. */
export function SettingsDateField({ name, label, hint, disabled = false }: BoundProps) {
  const locale = useWorkspaceLocale();
  const { value, set, bind, error } = useSettingsField<string>(name);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <DayInput {...control} locale={locale} name={name} disabled={disabled} value={value} onChange={set} {...bind} />
      )}
    </FormField>
  );
}

/** Field for a time of day. Incomplete text stays in the form's value, so that the schema rejects it on saving. */
export function SettingsClockTimeField({ name, label, hint, disabled = false }: BoundProps) {
  const { value, set, bind, error } = useSettingsField<string>(name);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <ClockTimeInput {...control} name={name} disabled={disabled} value={value} onChange={set} {...bind} />
      )}
    </FormField>
  );
}

export function useWorkspaceLocale(): DateLocale {
  return useSession().workspace?.dateLocale ?? 'es-AR';
}

/** Hook: text of a number field. While the person types, it is the typed text, otherwise the formatted number. */
export function useNumberFieldText<T extends number | null>(
  value: T,
  read: (text: string) => T,
): { text: string; setText: (text: string) => void; settle: () => void } {
  const locale = useWorkspaceLocale();
  const [typed, setTyped] = useState<string | null>(null);
  return {
    text: typed !== null && Object.is(read(typed), value) ? typed : formatNumberForInput(value, locale),
    setText: setTyped,
    // When the field loses the focus, a text that is no number stays as typed. Any other text is replaced by the
    // formatted number.
    settle: () => setTyped((text) => (text !== null && Number.isNaN(read(text)) ? text : null)),
  };
}

interface NumberFieldProps extends BoundProps {
  /** Decimals are kept; integers only unless told. */
  readonly decimal?: boolean;
  readonly unit?: string;
}

export function SettingsNumberField({ name, label, hint, disabled = false, decimal = false, unit }: NumberFieldProps) {
  const locale = useWorkspaceLocale();
  const { value, set, bind, error } = useSettingsField<number>(name);
  const read = (typed: string): number =>
    decimal ? parseTypedDecimal(typed, locale) : parseTypedInteger(typed, locale);
  const { text, setText, settle } = useNumberFieldText(value, read);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <span className="flex items-center gap-2" onBlur={settle}>
          <Input
            {...control}
            name={name}
            inputMode={decimal ? 'decimal' : 'numeric'}
            autoComplete="off"
            disabled={disabled}
            className={classNames('tabular-nums', unit && 'max-w-32')}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              set(read(event.target.value));
            }}
            {...bind}
          />
          {unit ? <span className="text-muted">{unit}</span> : null}
        </span>
      )}
    </FormField>
  );
}

const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list of texts, one a line. */
export function SettingsTextListField({ name, label, hint }: BoundProps) {
  const { value, set, bind, error } = useSettingsField<string[]>(name);
  const [typed, setTyped] = useState<string | null>(null);
  // Show the text as it was typed while its non-blank lines equal the field's value. Otherwise a blank line would
  // vanish while the user types.
  const text = typed !== null && readLines(typed).join('\n') === value.join('\n') ? typed : value.join('\n');
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          rows={5}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value);
            set(readLines(target.value));
          }}
          {...bind}
        />
      )}
    </FormField>
  );
}

interface SelectFieldProps<T extends string> extends BoundProps {
  readonly options: readonly T[];
  readonly labelOf: (option: T) => string;
  readonly onChosen?: (option: T) => void;
}

export function SettingsSelectField<T extends string>({
  name,
  label,
  hint,
  disabled = false,
  options,
  labelOf,
  onChosen,
}: SelectFieldProps<T>) {
  const { value, set, bind, error } = useSettingsField<T>(name);
  return (
    <FormField label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          name={name}
          disabled={disabled}
          value={value}
          onChange={(event) => {
            const chosen = options.find((option) => option === event.target.value);
            if (chosen === undefined) return;
            set(chosen);
            onChosen?.(chosen);
          }}
          {...bind}
        >
          {options.map((option) => (
            <option key={option} value={option}>
              {labelOf(option)}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

interface SwitchFieldProps extends BoundProps {
  readonly children?: ReactNode;
}

export function SettingsSwitchField({ name, label, hint, disabled = false, children }: SwitchFieldProps) {
  const { value, set } = useSettingsField<boolean>(name);
  return (
    <SwitchRow label={label} hint={hint} disabled={disabled} checked={value} onChange={set}>
      {children}
    </SwitchRow>
  );
}
