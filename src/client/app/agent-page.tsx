/** The page of one agent. It is in app/, because it shows parts of several features, which don't import each other. */
import type { ScreenPrefetchFunction } from '../api/read-ahead.ts';
import { AnswerRateHeatMapCard } from '../features/analytics/hours-slot.tsx';
import { DisconnectionReasonsCard } from '../features/analytics/reasons-card.tsx';
import AgentPageFrame, { prefetchAgentPage } from '../features/performance/agent-page.tsx';

/** Data that the agent's page prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ScreenPrefetchFunction = prefetchAgentPage;

export default function AgentPage() {
  return (
    <AgentPageFrame
      renderReasons={(props) => <DisconnectionReasonsCard {...props} />}
      renderHours={(props) => <AnswerRateHeatMapCard {...props} />}
    />
  );
}
