/** The page of one agent. It is in app/, because it shows parts of several features, which don't import each other. */
import type { ReadAhead } from '../api/read-ahead.ts';
import { HoursCard } from '../features/analytics/hours-slot.tsx';
import { ReasonsCard } from '../features/analytics/reasons-card.tsx';
import AgentPageFrame, { readAgentAhead } from '../features/performance/agent-page.tsx';

/** Data that the agent's page prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ReadAhead = readAgentAhead;

export default function AgentPage() {
  return (
    <AgentPageFrame
      renderReasons={(props) => <ReasonsCard {...props} />}
      renderHours={(props) => <HoursCard {...props} />}
    />
  );
}
