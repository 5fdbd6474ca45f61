/** What two filters offer. Reasons: those that the provider is known to give, in their order of gravity. Metrics: in words of one call. */
import { judgedLabels } from '../../../labels/call-history-es.ts';
import { copcMetricLabels } from '../../../labels/copc-metrics-es.ts';
import { reasonLabel, reasonTexts } from '../../../labels/disconnection-reasons-es.ts';

export const reasonOptions = Object.keys(reasonTexts).map((value) => ({ value, label: reasonLabel(value) }));

export const missedOptions = Object.entries({ ...copcMetricLabels, complaintRate: judgedLabels.complaintRate }).map(
  ([value, label]) => ({ value, label }),
);
