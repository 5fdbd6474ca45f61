/** The last good data stays on the screen, and this line says that it could not be renewed. */
import { actionLabels, stateLabels } from '../../labels/common-es.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export function StaleNotice({ onRetry, className }: { readonly onRetry: () => void; readonly className?: string }) {
  return (
    <Alert
      tone="attention"
      {...(className === undefined ? {} : { className })}
      action={
        <Button size="small" onClick={onRetry}>
          {actionLabels.retry}
        </Button>
      }
    >
      {stateLabels.updatingFailed}
    </Alert>
  );
}
