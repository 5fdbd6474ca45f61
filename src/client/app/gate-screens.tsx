/** Full-page screens before the console: 'Cargando...', and the message that the console could not be loaded. */
import { loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { getRequestErrorText } from '../api/api-error.ts';
import { FailedReadState } from '../ui/states.tsx';
import { isWallDisplayUrl } from './wall/wall-address.ts';
import { WallErrorScreen } from './wall/wall-recovery.tsx';

export function LoadingScreen() {
  return (
    <output className="flex min-h-dvh items-center justify-center text-muted">
      {loadingAndErrorStateLabels.loading}
    </output>
  );
}

interface FailedScreenProps {
  readonly error: unknown;
  /** Error text to show if the server's response contained none. */
  readonly fallback?: string;
  readonly onRetry: () => void;
}

export function LoadFailureScreen({ error, fallback, onRetry }: FailedScreenProps) {
  if (isWallDisplayUrl()) return <WallErrorScreen />;
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <FailedReadState text={getRequestErrorText(error, fallback)} onRetry={onRetry} />
    </div>
  );
}
