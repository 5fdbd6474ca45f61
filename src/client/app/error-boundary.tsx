/** Catches what a screen throws while drawing, so that the rest of the console stays. A new place starts afresh. */
import { RefreshCw, Unplug } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { actionLabels, stateLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';
import { BrokenState } from '../ui/states.tsx';

interface ErrorBoundaryState {
  readonly error: Error | null;
  /** Where it was thrown. */
  readonly place?: string | undefined;
}

/** A chunk that is gone: the server was updated while this tab was open. */
const isMissingChunk = (error: Error) => /dynamically imported module|module script|preload/i.test(error.message);

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** What was caught at another place is forgotten, and what is drawn stays. */
  readonly place?: string;
  /** Before the screen is drawn again: forgets what it may have failed at. */
  readonly onRetry?: () => void;
  /** Drawn instead of the picture with 'Reintentar'. */
  readonly fallback?: ReactNode;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: Error): Pick<ErrorBoundaryState, 'error'> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: ErrorBoundaryProps, now: ErrorBoundaryState): ErrorBoundaryState | null {
    return place === now.place ? null : { error: null, place };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    const missing = isMissingChunk(error);
    const retry = () => {
      this.props.onRetry?.();
      this.setState({ error: null });
    };
    return (
      <div role="alert" className="flex min-h-[60dvh] items-center justify-center">
        <BrokenState
          icon={missing ? RefreshCw : Unplug}
          title={missing ? stateLabels.newVersionTitle : stateLabels.renderFailedTitle}
          text={missing ? stateLabels.newVersionText : stateLabels.renderFailedText}
          action={
            <Button variant="primary" onClick={missing ? () => window.location.reload() : retry}>
              {missing ? actionLabels.reload : actionLabels.retry}
            </Button>
          }
        />
      </div>
    );
  }
}
