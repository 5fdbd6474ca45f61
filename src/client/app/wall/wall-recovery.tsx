/** Error message that the wall display shows if rendering fails. The page reloads as soon as the server responds. */
import { useEffect } from 'react';
import { loadingAndErrorStateLabels } from '../../../labels/common-es.ts';

const lookEveryMs = 5_000;

export function WallErrorScreen() {
  useEffect(() => {
    const timer = setInterval(() => {
      fetch('/healthz', { cache: 'no-store' }).then(
        (answer) => answer.ok && window.location.reload(),
        () => false,
      );
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p role="alert" className="grid h-dvh place-items-center text-[2rem] text-muted">
      {loadingAndErrorStateLabels.awayTitle}
    </p>
  );
}
