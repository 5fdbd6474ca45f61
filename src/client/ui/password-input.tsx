/** A masked field for passwords and keys, with a button that shows what was typed. */
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { secretLabels } from '../../labels/common-es.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Name of the masked value, for the button that shows it: 'contraseña', 'API Key'. */
  readonly about: string;
}

/** A masked input inside a `Field`. Browsers offer no saved password unless `autoComplete` says so. */
export function PasswordInput({ about, className, disabled, ...props }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        disabled={disabled}
        className={classNames('pr-10', className)}
        {...props}
      />
      <Button
        size="icon"
        variant="ghost"
        className="absolute top-0.5 right-0.5"
        disabled={disabled}
        aria-label={shown ? secretLabels.hide(about) : secretLabels.show(about)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
