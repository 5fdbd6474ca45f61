/** Catches errors that a screen throws while rendering, so that the rest of the console keeps working. */
import { RefreshCw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { commonActionLabels, loadingAndErrorStateLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';
import { FailedStateFrame } from '../ui/states.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
  readonly place?: string | undefined;
  /**
   * After a JavaScript chunk failed to load: true if the server is unreachable, false if it responds. Undefined before
   * the server was checked.
   */
  readonly isAway?: boolean | undefined;
}

const lookEveryMs = 3_000;

/** True for an error of loading a chunk: the network is down, or a new version was deployed since the page loaded. */
const isMissingChunk = (error: Error) => /dynamically imported module|module script|preload/i.test(error.message);

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Current path of the page. If it changes, a caught error is dropped without remounting the children. */
  readonly place?: string;
  /** Called before a failed screen renders again, to drop cached data that may have caused the error. */
  readonly onRetry?: () => void;
  /** Content shown instead of the failed screen. Default: the error message with the button 'Reintentar'. */
  readonly fallback?: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };
  #isAskedAgain = false;
  #isGone = false;

  static getDerivedStateFromError(error: Error): Pick<ErrorBoundaryState, 'error'> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, now: ErrorBoundaryState): ErrorBoundaryState | null {
    return place === now.place ? null : { error: null, isAway: undefined, place };
  }

  override componentDidCatch(error: Error): void {
    if (isMissingChunk(error)) void this.#look(error);
  }

  override componentDidMount(): void {
    // StrictMode mounts the same instance twice.
    this.#isGone = false;
  }

  override componentWillUnmount(): void {
    this.#isGone = true;
  }

  /**
   * After a JavaScript chunk failed to load, waits until the server responds, and then retries. If loading fails again,
   * the error is shown.
   */
  async #look(error: Error): Promise<void> {
    let isAway = true;
    try {
      isAway = !(await fetch('/healthz')).ok;
    } catch {
      // The server does not answer.
    }
    if (this.#isGone || this.state.error !== error) return;
    if (isAway) setTimeout(() => void this.#look(error), lookEveryMs);
    else if (this.state.isAway || !this.#isAskedAgain) {
      this.#isAskedAgain = true;
      this.#retry();
      return;
    }
    this.setState({ isAway });
  }

  #retry(): void {
    this.props.onRetry?.();
    this.setState({ error: null, isAway: undefined });
  }

  override render(): ReactNode {
    const { error, isAway } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const isMissing = isMissingChunk(error);
    if (isMissing && isAway === undefined) return null;
    const [title, text] = !isMissing
      ? [loadingAndErrorStateLabels.renderFailedTitle, loadingAndErrorStateLabels.renderFailedText]
      : isAway
        ? [loadingAndErrorStateLabels.awayTitle, loadingAndErrorStateLabels.awayText]
        : [loadingAndErrorStateLabels.newVersionTitle, loadingAndErrorStateLabels.newVersionText];
    return (
      <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
        <FailedStateFrame
          icon={isMissing && !isAway ? RefreshCw : Unplug}
          title={title}
          text={text}
          action={
            isAway ? null : (
              <Button variant="primary" onClick={() => (isMissing ? window.location.reload() : this.#retry())}>
                {isMissing ? commonActionLabels.reload : commonActionLabels.retry}
              </Button>
            )
          }
        />
      </div>
    );
  }
}
