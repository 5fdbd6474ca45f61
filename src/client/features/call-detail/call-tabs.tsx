/** Transcripción, Data and Latencia; which one is open stands in the address. */
import type { CallDetail } from '../../../contract/calls.ts';
import { tabLabels } from '../../../labels/call-detail-es.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Tabs } from '../../ui/tabs.tsx';
import type { AudioPlayer } from './recording/audio-player.ts';
import { DataTab } from './technical/data-tab.tsx';
import { LatencyTab } from './technical/latency-tab.tsx';
import { TranscriptTab } from './transcript/transcript-tab.tsx';

const defaultTab = 'transcript';

interface CallTabsProps {
  readonly call: CallDetail;
  /** Null while there is nothing to play. */
  readonly player: AudioPlayer | null;
  readonly className?: string;
}

export function CallTabs({ call, player, className }: CallTabsProps) {
  const [search, changeSearch] = useSearchState();
  const query = new URLSearchParams(search.get('lista') ?? '').get('q') ?? '';
  const tabs = [
    {
      value: defaultTab,
      label: tabLabels.transcript,
      content: <TranscriptTab call={call} player={player} query={query} />,
    },
    { value: 'data', label: tabLabels.data, content: <DataTab call={call} /> },
    { value: 'latency', label: tabLabels.latency, content: <LatencyTab call={call} /> },
  ];
  const open = tabs.find((tab) => tab.value === search.get('tab'))?.value ?? defaultTab;
  return (
    <div className={className}>
      <Tabs
        value={open}
        onChange={(tab) => changeSearch({ tab: tab === defaultTab ? null : tab })}
        label={tabLabels.label}
        tabs={tabs}
      />
    </div>
  );
}
