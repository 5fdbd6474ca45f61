/** Everything that went into the call and came out of it: variables, analysis, cost and tokens. */
import type { ReactNode } from 'react';
import type { CallDetail } from '../../../contract/calls.ts';
import { analysisLabels, dataLabels } from '../../../labels/call-detail-es.ts';
import { sentimentLabels } from '../../../labels/es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Card } from '../../ui/card.tsx';
import { HelpTip } from '../../help/help-tip.tsx';
import { costCents, customVariables, readAnalysis, tokenUsage, toRows, type ValueRow } from './call-values.ts';

function Values({ rows, empty }: { readonly rows: readonly ValueRow[]; readonly empty: string }) {
  if (rows.length === 0) return <p className="text-muted">{empty}</p>;
  return (
    <dl className="flex flex-col divide-y divide-line">
      {rows.map((row) => (
        <div key={row.name} className="grid gap-x-4 py-1.5 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="font-mono text-xs/5 break-words text-muted">{row.name}</dt>
          <dd className="min-w-0 break-words">
            {row.isBlock ? <pre className="overflow-x-auto rounded-sm bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">{row.text}</pre> : row.text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const yesOrNo = (value: boolean | null) => (value === null ? dataLabels.notAvailable : value ? analysisLabels.yes : analysisLabels.no);

function sentimentText(sentiment: string | null): string {
  if (sentiment === null) return dataLabels.notAvailable;
  return Object.hasOwn(sentimentLabels, sentiment) ? sentimentLabels[sentiment as keyof typeof sentimentLabels] : sentiment;
}

function AnalysisCard({ call }: { readonly call: CallDetail }) {
  const format = useFormat();
  const analysis = readAnalysis(call);
  const rows =
    analysis === null
      ? []
      : [
          { name: 'call_summary', text: analysis.summary ?? dataLabels.notAvailable, isBlock: false },
          { name: 'user_sentiment', text: sentimentText(analysis.sentiment), isBlock: false },
          { name: 'call_successful', text: yesOrNo(analysis.isSuccessful), isBlock: false },
          { name: 'in_voicemail', text: yesOrNo(analysis.inVoicemail), isBlock: false },
        ];
  return (
    <Card title={dataLabels.analysis} className="xl:col-span-2">
      <Values rows={rows} empty={dataLabels.analysisEmpty} />
      {analysis === null ? null : (
        <>
          <h3 className="mt-4 mb-2 border-t border-line pt-4 font-medium">{dataLabels.customAnalysis}</h3>
          <Values rows={toRows(analysis.custom, dataLabels.value, format)} empty={dataLabels.customAnalysisEmpty} />
        </>
      )}
    </Card>
  );
}

function Figure({ name, help, children }: { readonly name: string; readonly help?: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        {name}
        {help === undefined ? null : <HelpTip about={name} text={help} />}
      </dt>
      <dd className="mt-1 text-lg font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function UsageCard({ call }: { readonly call: CallDetail }) {
  const format = useFormat();
  const cents = costCents(call);
  const tokens = tokenUsage(call);
  return (
    <Card title={dataLabels.usage} className="xl:col-span-2">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure name={dataLabels.cost} help={cents === null ? dataLabels.costUnknown : [dataLabels.costHelp, format.moneyNote()].filter(Boolean).join(' ')}>
          {format.cents(cents)}
        </Figure>
        <Figure name={dataLabels.tokens} help={dataLabels.tokensHelp}>
          {tokens ? format.count(tokens.average) : dataLabels.notAvailable}
        </Figure>
        <Figure name={dataLabels.requests}>{tokens ? format.count(tokens.requests) : dataLabels.notAvailable}</Figure>
      </dl>
    </Card>
  );
}

export function DataTab({ call }: { readonly call: CallDetail }) {
  const format = useFormat();
  const sent = call.retellLlmDynamicVariables;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <UsageCard call={call} />
      <Card title={dataLabels.custom}>
        <Values rows={toRows(customVariables(sent), dataLabels.value, format)} empty={dataLabels.customEmpty} />
      </Card>
      <Card title={dataLabels.extracted}>
        <Values rows={toRows(call.collectedDynamicVariables, dataLabels.value, format)} empty={dataLabels.extractedEmpty} />
      </Card>
      <Card title={dataLabels.sent} className="xl:col-span-2">
        <Values rows={toRows(sent, dataLabels.value, format)} empty={dataLabels.sentEmpty} />
      </Card>
      <AnalysisCard call={call} />
    </div>
  );
}
