/** One agent's page with why its calls ended and when people pick up: put together here, because features don't know each other. */
import type { ReadAhead } from '../api/read-ahead.ts';
import { HoursCard } from '../features/analytics/hours-slot.tsx';
import { ReasonsCard } from '../features/analytics/reasons-card.tsx';
import AgentPageFrame, { readAgentAhead } from '../features/performance/agent-page.tsx';

/** What it reads first; found by app/routes.tsx. @public */
export const readAhead: ReadAhead = readAgentAhead;

export default function AgentPage() {
  return (
    <AgentPageFrame
      renderReasons={(props) => <ReasonsCard {...props} />}
      renderHours={(props) => <HoursCard {...props} />}
    />
  );
}
