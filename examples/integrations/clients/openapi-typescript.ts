// openapi-typescript writes the types, openapi-fetch asks: npx openapi-typescript "$VOCERO_URL/api/openapi.json" -o generated/openapi-typescript.ts
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript';
import { runJob, type Job } from './job';

type Campaign = components['schemas']['Campaign'];
type Recipient = components['schemas']['Recipient'];

const client = createClient<paths>({
  baseUrl: process.env['VOCERO_URL'] ?? '',
  headers: { Authorization: `Bearer ${process.env['VOCERO_TOKEN']}` },
});

const job: Job = {
  async create(phoneNumber, recipients) {
    const { data, error } = await client.POST('/api/campaigns', {
      params: { header: { 'Idempotency-Key': 'openapi-typescript' } },
      body: { name: 'Cobranza', successDefinition: 'Acepta', phoneNumber, recipients, sendOption: 'now', rejectedRows: [] },
    });
    if (!data) throw new Error(error?.message);
    return data.id;
  },
  async status(id): Promise<Campaign['status']> {
    const { data, error } = await client.GET('/api/campaigns/{id}', { params: { path: { id } } });
    if (!data) throw new Error(error?.message);
    return data.status;
  },
  async results(id): Promise<readonly Recipient[]> {
    const { data, error } = await client.GET('/api/campaigns/{id}/recipients', { params: { path: { id } } });
    if (!data) throw new Error(error?.message);
    return data;
  },
};
void runJob(job);
