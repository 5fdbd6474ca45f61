// @hey-api/openapi-ts writes the client: npx @hey-api/openapi-ts -i "$VOCERO_URL/api/openapi.json" -o generated/hey-api
import { createCampaign, getCampaign, listCampaignRecipients, type Campaign, type Recipient } from './generated/hey-api';
import { client } from './generated/hey-api/client.gen';
import { runJob, type Job } from './job';

client.setConfig({ baseUrl: process.env['VOCERO_URL'] ?? '', auth: () => process.env['VOCERO_TOKEN'] });

const job: Job = {
  async create(phoneNumber, recipients) {
    const { data } = await createCampaign({
      headers: { 'Idempotency-Key': 'hey-api' },
      body: { name: 'Cobranza', successDefinition: 'Acepta', phoneNumber, recipients, sendOption: 'now' },
      throwOnError: true,
    });
    return data.id;
  },
  async status(id): Promise<Campaign['status']> {
    return (await getCampaign({ path: { id }, throwOnError: true })).data.status;
  },
  async results(id): Promise<readonly Recipient[]> {
    return (await listCampaignRecipients({ path: { id }, throwOnError: true })).data;
  },
};
void runJob(job);
