/** Full-page screens before the console: 'Cargando...', and the message that the console could not be loaded. */
import { stateLabels } from '../../labels/common-es.ts';
import { shownMessage } from '../api/api-error.ts';
import { FailedState } from '../ui/states.tsx';
import { isWallAddress } from './wall/wall-address.ts';
import { WallRecovery } from './wall/wall-recovery.tsx';

export function LoadingScreen() {
  return <output className="flex min-h-dvh items-center justify-center text-muted">{stateLabels.loading}</output>;
}

interface FailedScreenProps {
  readonly error: unknown;
  /** Error text to show if the server's response contained none. */
  readonly fallback?: string;
  readonly onRetry: () => void;
}

export function FailedScreen({ error, fallback, onRetry }: FailedScreenProps) {
  if (isWallAddress()) return <WallRecovery />;
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <FailedState text={shownMessage(error, fallback)} onRetry={onRetry} />
    </div>
  );
}
