/** Button that hangs up a call, and its dialog. The dialog's code loads on demand. */
import { PhoneOff } from 'lucide-react';
import type { CallSummary } from '../../contract/calls.ts';
import { hangUpButtonLabels } from '../../labels/hang-up-button-es.ts';
import { formatContactNumber } from '../format/calls.ts';
import { getButtonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';
import { Tooltip } from '../ui/tooltip.tsx';

const loadDialog = () => import('./hang-up-dialog.tsx');
/** Dialog that confirms hanging up. Render it inside a `Suspense`, because its code loads on demand. */
export const HangUpCallDialog = lazyWithIdlePreload(loadDialog);

interface HangUpButtonProps {
  readonly call: CallSummary;
  readonly onHangUp: (call: CallSummary) => void;
  readonly className?: string;
}

export function HangUpCallButton({ call, onHangUp, className }: HangUpButtonProps) {
  return (
    <Tooltip text={hangUpButtonLabels.action} side="left">
      <button
        type="button"
        aria-label={hangUpButtonLabels.actionOf(formatContactNumber(call))}
        className={getButtonClasses({
          variant: 'ghost',
          size: 'icon',
          className: classNames('enabled:hover:bg-bad-soft enabled:hover:text-bad', className),
        })}
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
        onClick={() => onHangUp(call)}
      >
        <PhoneOff aria-hidden />
      </button>
    </Tooltip>
  );
}
