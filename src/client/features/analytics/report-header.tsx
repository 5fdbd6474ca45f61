/** What a printed report says of itself, on paper alone: workspace, days, agent, and when it was printed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Analytics } from '../../../contract/analytics.ts';
import { reportLabels as labels } from '../../../labels/analytics-es.ts';
import { serverNow } from '../../api/realtime.ts';
import { useFormat } from '../../session/use-format.ts';
import type { ReportOf } from './analytics-csv.ts';
import { daysOf } from './analytics-filters.ts';

export function ReportHeader({ analytics, report: { workspace, period, agent } }: { readonly analytics: Analytics; readonly report: ReportOf }) {
  const format = useFormat();
  const [printedAt, setPrintedAt] = useState(serverNow);
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(serverNow()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  const { from, to } = daysOf(analytics);
  const facts = [
    [labels.period, `${period} (${labels.range(format.day(from), format.day(to))})`],
    [labels.agent, agent],
    [labels.printed, format.dateTime(new Date(printedAt).toISOString())],
  ] as const;
  return (
    <div className="hidden print:block">
      <p className="text-lg font-semibold">{workspace}</p>
      <p className="text-muted">{facts.map(([name, value]) => `${name}: ${value}`).join(' · ')}</p>
    </div>
  );
}
