/** Form field whose label opens a help panel. Screen readers get the help text as the field's description. */
import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import { useHelpDescription } from './help-context.tsx';
import { HelpTip } from './help-tip.tsx';

interface HelpFieldProps extends ComponentProps<typeof Field> {
  readonly help?: string | undefined;
}

export function HelpField({ label, help, children, ...field }: HelpFieldProps) {
  const { describedBy, description } = useHelpDescription(help);
  return (
    <Field {...field} label={help ? <HelpTip about={label} text={help} place="label" /> : label}>
      {(control) => (
        <>
          {children({
            ...control,
            'aria-describedby': [control['aria-describedby'], describedBy].filter(Boolean).join(' ') || undefined,
          })}
          {description}
        </>
      )}
    </Field>
  );
}
