/** Form field whose label opens a help panel. Screen readers get the help text as the field's description. */
import type { ComponentProps } from 'react';
import { FormField } from '../ui/field.tsx';
import { useHiddenHelpDescription } from './help-context.tsx';
import { LabelWithHelp } from './help-tip.tsx';

interface HelpFieldProps extends ComponentProps<typeof FormField> {
  readonly help?: string | undefined;
}

export function FieldWithHelp({ label, help, children, ...field }: HelpFieldProps) {
  const { describedBy, description } = useHiddenHelpDescription(help);
  return (
    <FormField {...field} label={help ? <LabelWithHelp about={label} text={help} place="label" /> : label}>
      {(control) => (
        <>
          {children({
            ...control,
            'aria-describedby': [control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined,
          })}
          {description}
        </>
      )}
    </FormField>
  );
}
