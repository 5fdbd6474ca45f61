/** What a printed report says of itself, on paper alone: workspace, days, agent, and when it was printed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { reportLabels as labels } from '../../labels/common-es.ts';
import { serverNow } from '../api/realtime.ts';
import { useFormat } from '../session/use-format.ts';

/** Of what figures are: the names that a file and a sheet of paper give. */
export interface ReportOf {
  readonly workspace: string;
  readonly period: string;
  readonly agent: string;
}

interface ReportHeaderProps {
  readonly report: ReportOf;
  /** First and last day of the figures: 'YYYY-MM-DD'. */
  readonly days: { readonly from: string; readonly to: string };
}

export function ReportHeader({ report: { workspace, period, agent }, days: { from, to } }: ReportHeaderProps) {
  const format = useFormat();
  const [printedAt, setPrintedAt] = useState(serverNow);
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(serverNow()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
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
