/** Tabs of a call's page: Transcripción, Data and Latencia. The URL names the open tab. */
import type { CallDetail } from '../../../contract/calls.ts';
import { callTabLabels } from './call-detail-es.ts';
import type { LiveCallTranscript } from '../../api/live-calls.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { AudioPlayer } from './recording/audio-player.ts';
import { CallDataTab } from './technical/data-tab.tsx';
import { CallLatencyTab } from './technical/latency-tab.tsx';
import { TranscriptTab } from './transcript/transcript-tab.tsx';

const liveConversation = createLazyComponent(() => import('./live/live-conversation.tsx'));
const defaultTab = 'transcript';

interface CallTabsProps {
  readonly call: CallDetail;
  /** Live transcript of the call, until the final one arrives; null if the call is not followed live. */
  readonly reading: LiveCallTranscript | null;
  /** Audio player of the call's recording; null if there is no recording. */
  readonly player: AudioPlayer | null;
  readonly className?: string;
}

export function CallPageTabs({ call, reading, player, className }: CallTabsProps) {
  const [search, changeSearch] = useUrlSearchState();
  const query = new URLSearchParams(search.get('lista') ?? '').get('q') ?? '';
  const tabs = [
    {
      value: defaultTab,
      label: callTabLabels.transcript,
      content: reading ? (
        <liveConversation.Part callId={call.id} reading={reading} fallback={<Skeleton className="h-64 w-full" />} />
      ) : (
        <TranscriptTab call={call} player={player} query={query} />
      ),
    },
    { value: 'data', label: callTabLabels.data, content: <CallDataTab call={call} /> },
    { value: 'latency', label: callTabLabels.latency, content: <CallLatencyTab call={call} /> },
  ];
  const open = tabs.find((tab) => tab.value === search.get('tab'))?.value ?? defaultTab;
  return (
    <div className={className}>
      <Tabs
        value={open}
        onChange={(tab) => changeSearch({ tab: tab === defaultTab ? null : tab })}
        label={callTabLabels.label}
        tabs={tabs}
      />
    </div>
  );
}
