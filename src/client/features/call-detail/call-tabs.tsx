/** Tabs of a call's page: Transcripción, Data and Latencia. The URL holds the open tab. */
import type { CallDetail } from '../../../contract/calls.ts';
import { tabLabels } from './call-detail-es.ts';
import type { LiveCallTranscript } from '../../api/live-calls.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { AudioPlayer } from './recording/audio-player.ts';
import { DataTab } from './technical/data-tab.tsx';
import { LatencyTab } from './technical/latency-tab.tsx';
import { TranscriptTab } from './transcript/transcript-tab.tsx';

const liveConversation = lazyPart(() => import('./live/live-conversation.tsx'));
const defaultTab = 'transcript';

interface CallTabsProps {
  readonly call: CallDetail;
  /** Live transcript of the call, until the final one arrives; null if the call is not followed live. */
  readonly reading: LiveCallTranscript | null;
  /** Audio player of the call's recording; null if there is no recording. */
  readonly player: AudioPlayer | null;
  readonly className?: string;
}

export function CallTabs({ call, reading, player, className }: CallTabsProps) {
  const [search, changeSearch] = useSearchState();
  const query = new URLSearchParams(search.get('lista') ?? '').get('q') ?? '';
  const tabs = [
    {
      value: defaultTab,
      label: tabLabels.transcript,
      content: reading ? (
        <liveConversation.Part callId={call.id} reading={reading} fallback={<Skeleton className="h-64 w-full" />} />
      ) : (
        <TranscriptTab call={call} player={player} query={query} />
      ),
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
