// The provider's simulated public status page, in the format of Atlassian Statuspage.
import type { FastifyInstance } from 'fastify';

const descriptions: Record<string, string> = {
  none: 'All Systems Operational',
  minor: 'Partially Degraded Service',
  major: 'Partial System Outage',
  critical: 'Major Service Outage',
  maintenance: 'Service Under Maintenance',
};
const componentStatus: Record<string, string> = {
  none: 'operational',
  minor: 'degraded_performance',
  major: 'partial_outage',
  critical: 'major_outage',
  maintenance: 'under_maintenance',
};

export function registerSimulatedStatusPageRoute(app: FastifyInstance, indicator: () => string): void {
  app.get('/api/v2/summary.json', async () => {
    const now = new Date().toISOString();
    const status = indicator();
    return {
      page: {
        id: 'simulated',
        name: 'Retell AI',
        url: 'https://status.retellai.com',
        time_zone: 'Etc/UTC',
        updated_at: now,
      },
      components: ['API', 'Dashboard', 'Phone Calls', 'Web Calls'].map((name, index) => ({
        id: `component-${index}`,
        name,
        status: index === 0 ? (componentStatus[status] ?? 'operational') : 'operational',
        updated_at: now,
      })),
      incidents: [],
      scheduled_maintenances: [],
      status: { indicator: status, description: descriptions[status] ?? status },
    };
  });
}
