// orval writes the client: npx orval --input "$VOCERO_URL/api/openapi.json" --output generated/orval.ts --client fetch
import { createCampaign, getCampaign, listCampaignRecipients, type Campaign, type Recipient } from './generated/orval';
import { runJob, type Job } from './job';

const headers = { Authorization: `Bearer ${process.env['VOCERO_TOKEN']}` };
// orval's functions ask by the address alone.
const ask = globalThis.fetch;
globalThis.fetch = (address, options) =>
  ask(typeof address === 'string' ? `${process.env['VOCERO_URL']}${address}` : address, options);

const job: Job = {
  async create(phoneNumber, recipients) {
    const answer = await createCampaign(
      { name: 'Cobranza', successDefinition: 'Acepta', phoneNumber, recipients, sendOption: 'now' },
      { headers: { ...headers, 'Idempotency-Key': 'orval' } },
    );
    if (answer.status !== 201) throw new Error(answer.data.message);
    return answer.data.id;
  },
  async status(id): Promise<Campaign['status']> {
    const answer = await getCampaign(id, { headers });
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data.status;
  },
  async results(id): Promise<readonly Recipient[]> {
    const answer = await listCampaignRecipients(id, {}, { headers });
    if (answer.status !== 200) throw new Error(answer.data.message);
    return answer.data;
  },
};
void runJob(job);
