/** Masked input for passwords and keys, with a button that shows the typed text. */
import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { showOrHideSecretLabels } from '../../labels/common-es.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Input } from './input.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly about: string;
}

/** Masked input inside a `Field`. Browsers offer saved passwords only if `autoComplete` is set. */
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
        aria-label={shown ? showOrHideSecretLabels.hide(about) : showOrHideSecretLabels.show(about)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
