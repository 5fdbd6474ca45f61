/** An agent's page, with its reasons and dialling hours. Composed here, because features don't import each other. */
import type { ReadAhead } from '../api/read-ahead.ts';
import { HoursCard } from '../features/analytics/hours-slot.tsx';
import { ReasonsCard } from '../features/analytics/reasons-card.tsx';
import AgentPageFrame, { readAgentAhead } from '../features/performance/agent-page.tsx';

/** First data reads of the agent's page; app/routes.tsx finds them by this name. @public */
export const readAhead: ReadAhead = readAgentAhead;

export default function AgentPage() {
  return (
    <AgentPageFrame
      renderReasons={(props) => <ReasonsCard {...props} />}
      renderHours={(props) => <HoursCard {...props} />}
    />
  );
}
