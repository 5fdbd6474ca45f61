/** Metrics of WebSockets to the provider for live calls: how many are open, and how many were closed for each cause. */
import type { MetricLabelsOf, ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import type { ProviderLiveCallSocket, ProviderLiveCallSocketListener } from '../../platform/provider/follow-call.ts';
import { liveSocketCloseCodes } from '../../../retell/wire-live.ts';
import { getTranscriptStateAfterCallEnd, getTranscriptStateAfterSocketClose } from './call-monitor.ts';

type Outcome = MetricLabelsOf<'vocero_live_sockets_closed_total'>['outcome'];

/**
 * Function that opens a WebSocket to the provider by calling `follow`, and counts it in the metrics until it closes.
 */
type CountedFollow = (
  listener: ProviderLiveCallSocketListener,
  follow: (listener: ProviderLiveCallSocketListener) => ProviderLiveCallSocket,
) => ProviderLiveCallSocket;

export function createCountedProviderSocketOpener(metrics: ServerMetricRecorder): CountedFollow {
  let open = 0;
  metrics.gauge('vocero_live_sockets', () => open);
  return (listener, follow) => {
    let isOpen = false;
    let isCounted = false;

    function close(outcome: Outcome): void {
      if (isOpen) open -= 1;
      isOpen = false;
      if (!isCounted) metrics.count('vocero_live_sockets_closed_total', { outcome });
      isCounted = true;
    }

    const following = follow({
      ...listener,
      onOpen() {
        isOpen = true;
        open += 1;
        listener.onOpen?.();
      },
      onMessage(message) {
        // Count the WebSocket as closed before `listener` is called. The listener may close the WebSocket, which would
        // otherwise be counted a second time.
        if (message.type === 'ended') close(getTranscriptStateAfterCallEnd(message.reason));
        listener.onMessage(message);
      },
      onClose(code, reason) {
        close(
          getTranscriptStateAfterSocketClose(code, reason) ??
            (code === liveSocketCloseCodes.notLiveYet ? 'not_live' : 'lost'),
        );
        listener.onClose(code, reason);
      },
    });
    return {
      close() {
        close('left');
        following.close();
      },
    };
  };
}
