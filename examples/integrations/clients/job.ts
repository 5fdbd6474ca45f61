// The main job, whatever client asks: two people are called, and what came of each is read.
export interface Job {
  create(phoneNumber: string, recipients: { phone_number: string; customer_name: string }[]): Promise<string>;
  status(id: string): Promise<string>;
  results(id: string): Promise<readonly { phoneNumber: string; state: string; successful: boolean | null }[]>;
}

const people = [
  { phone_number: '+5491145550001', customer_name: 'Ana Díaz', deuda: '15.000' },
  { phone_number: '+5491145550002', customer_name: 'Luis Pérez', deuda: '8.200' },
];

export async function runJob(job: Job): Promise<void> {
  const phoneNumber = process.env['VOCERO_NUMBER'] ?? '';
  const id = await job.create(phoneNumber, people);
  // A repeated request is the same campaign.
  if ((await job.create(phoneNumber, people)) !== id) throw new Error('two campaigns instead of one');
  while ((await job.status(id)) !== 'completed') await new Promise((resolve) => setTimeout(resolve, 500));
  const results = await job.results(id);
  if (results.length !== people.length) throw new Error(`${results.length} results of ${people.length}`);
  for (const { phoneNumber: to, state, successful } of results) process.stdout.write(`${to} ${state} ${successful}\n`);
}
