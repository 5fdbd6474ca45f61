/** Catches errors that a screen throws while rendering, so that the rest of the console stays. Navigating resets it. */
import { RefreshCw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { actionLabels, stateLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';
import { BrokenState } from '../ui/states.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
  /** The address at which the error was thrown. */
  readonly place?: string | undefined;
  /** True if a chunk failed to load and the server does not answer; undefined until that is known. */
  readonly isAway?: boolean | undefined;
}

const lookEveryMs = 3_000;

/** True for a chunk that failed to load: the network is down, or the server was updated while this tab was open. */
const isMissingChunk = (error: Error) => /dynamically imported module|module script|preload/i.test(error.message);

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The present address. An error caught at another address is dropped without mounting the children anew. */
  readonly place?: string;
  /** Called before the screen is rendered again, to drop data that may have caused the error. */
  readonly onRetry?: () => void;
  /** Content shown instead of the picture with the button 'Reintentar'. */
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

  /** Loads a missing chunk again once the server answers. If it fails again, there is a new version. */
  async #look(error: Error): Promise<void> {
    let isAway = true;
    try {
      isAway = !(await fetch('/healthz')).ok;
    } catch {
      // The server does not answer.
    }
    // Another screen is shown by now, or this one was rendered again: the check is void.
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
      ? [stateLabels.renderFailedTitle, stateLabels.renderFailedText]
      : isAway
        ? [stateLabels.awayTitle, stateLabels.awayText]
        : [stateLabels.newVersionTitle, stateLabels.newVersionText];
    return (
      <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
        <BrokenState
          icon={isMissing && !isAway ? RefreshCw : Unplug}
          title={title}
          text={text}
          action={
            isAway ? null : (
              <Button variant="primary" onClick={() => (isMissing ? window.location.reload() : this.#retry())}>
                {isMissing ? actionLabels.reload : actionLabels.retry}
              </Button>
            )
          }
        />
      </div>
    );
  }
}
