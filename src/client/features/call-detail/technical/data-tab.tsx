/** Data tab of a call's page: cost, variables, analysis and events, with a search over all values. */
import { Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CallDetail } from '../../../../contract/calls.ts';
import { callAnalysisLabels, callDataTabLabels as labels } from '../call-detail-es.ts';
import { sentimentLabels } from '../../../../labels/es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { containsAllSearchWords } from '../../../format/text-search.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import {
  formatValueForCopy,
  pickCustomCallVariables,
  parseCallAnalysis,
  toDisplayValueRows,
  getDisplayNodeText,
  type DisplayValueRow,
} from '../call-values.ts';
import { copyToClipboardWithToast } from '../copy-to-clipboard.ts';
import { CallTimelineCard } from './timeline-card.tsx';
import { CallCostAndTokensCard } from './usage-card.tsx';
import { DisplayValueTable } from './value-view.tsx';

interface Block {
  readonly title: string;
  readonly rows: readonly DisplayValueRow[];
  readonly empty: string;
  /** Value that the copy button of a block of data copies; null if the block has no copy button. */
  readonly raw: unknown;
  readonly className?: string;
}

const yesOrNo = (value: boolean | null) =>
  value === null ? labels.notAvailable : value ? callAnalysisLabels.yes : callAnalysisLabels.no;

function sentimentText(sentiment: string | null): string {
  if (sentiment === null) return labels.notAvailable;
  return Object.hasOwn(sentimentLabels, sentiment)
    ? sentimentLabels[sentiment as keyof typeof sentimentLabels]
    : sentiment;
}

function analysisRows(call: CallDetail): readonly DisplayValueRow[] {
  const analysis = parseCallAnalysis(call);
  if (analysis === null) return [];
  const rows = {
    call_summary: analysis.summary ?? labels.notAvailable,
    user_sentiment: sentimentText(analysis.sentiment),
    call_successful: yesOrNo(analysis.isSuccessful),
    in_voicemail: yesOrNo(analysis.inVoicemail),
  };
  return Object.entries(rows).map(([name, text]) => ({ name, node: { kind: 'text', text }, raw: text }));
}

function blocksOf(call: CallDetail, format: RegionalFormat): readonly Block[] {
  const sent = call.retellLlmDynamicVariables;
  const custom = pickCustomCallVariables(sent);
  const customAnalysis = parseCallAnalysis(call)?.custom ?? null;
  const rows = (value: unknown) => toDisplayValueRows(value, labels.value, format);
  return [
    { title: labels.custom, rows: rows(custom), empty: labels.customEmpty, raw: custom },
    {
      title: labels.extracted,
      rows: rows(call.collectedDynamicVariables),
      empty: labels.extractedEmpty,
      raw: call.collectedDynamicVariables,
    },
    { title: labels.sent, rows: rows(sent), empty: labels.sentEmpty, raw: sent, className: 'xl:col-span-2' },
    {
      title: labels.analysis,
      rows: analysisRows(call),
      empty: labels.analysisEmpty,
      raw: call.callAnalysis,
      className: 'xl:col-span-2',
    },
    {
      title: labels.customAnalysis,
      rows: rows(customAnalysis),
      empty: labels.customAnalysisEmpty,
      raw: customAnalysis,
      className: 'xl:col-span-2',
    },
  ];
}

function BlockCard({ title, rows, empty, raw, className }: Block): ReactNode {
  const copy = rows.length > 0 && raw !== null;
  return (
    <SectionCard
      title={title}
      {...(className === undefined ? {} : { className })}
      actions={
        copy ? (
          <Button
            size="icon"
            variant="ghost"
            className="-my-1.5 -mr-2"
            aria-label={labels.copyAll(title)}
            title={labels.copyAll(title)}
            onClick={() => void copyToClipboardWithToast(formatValueForCopy(raw))}
          >
            <Copy aria-hidden />
          </Button>
        ) : null
      }
    >
      <DisplayValueTable rows={rows} empty={empty} />
    </SectionCard>
  );
}

export function CallDataTab({ call }: { readonly call: CallDetail }) {
  const format = useRegionalFormat();
  const [query, setQuery] = useState('');
  const asked = query.trim() !== '';
  const blocks = blocksOf(call, format);
  const fitting = blocks
    .map((block) => ({
      ...block,
      rows: block.rows.filter(({ name, node }) => containsAllSearchWords(query, [name, getDisplayNodeText(node)])),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <div className="grid gap-x-8 gap-y-4 xl:grid-cols-2">
      <search className="xl:col-span-2">
        <SearchBox
          label={labels.search}
          className="sm:max-w-72"
          placeholder={labels.search}
          value={query}
          onQuery={setQuery}
        />
      </search>
      {asked ? null : <CallCostAndTokensCard call={call} className="xl:col-span-2" />}
      {(asked ? fitting : blocks).map((block) => (
        <BlockCard key={block.title} {...block} />
      ))}
      {asked && fitting.length === 0 ? (
        <output className="text-muted xl:col-span-2">{labels.nothingFound(query.trim())}</output>
      ) : null}
      {asked ? null : <CallTimelineCard call={call} className="xl:col-span-2" />}
    </div>
  );
}
