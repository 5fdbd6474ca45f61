// Tests that a change of the SDK is detected and named, by checking the contract against changed declarations.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Retell from 'retell-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerContracts } from '../relied-on.ts';

const root = path.join(import.meta.dirname, '../../..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-sdk-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Planted {
  readonly file: string;
  /** The text to replace, everywhere in the file. */
  readonly from: string;
  readonly to: string;
  /** The name that the compiler error must contain. */
  readonly named: string;
}

const planted: readonly Planted[] = [
  { file: 'call', from: 'duration_ms?: number', to: 'duration_millis?: number', named: 'duration_ms is not theirs' },
  {
    file: 'call',
    from: "'inactivity' | 'max_duration_reached'",
    to: "'max_duration_reached'",
    named: 'disconnection_reason=inactivity',
  },
  {
    file: 'call',
    from: "'registered' | 'not_connected'",
    to: "'registered' | 'queued' | 'not_connected'",
    named: 'call_status=queued',
  },
  { file: 'call', from: 'combined_cost: number', to: 'combined_cost: string', named: 'call_cost.combined_cost' },
  {
    file: 'call',
    from: "sort_order?: 'ascending' | 'descending'",
    to: "sort_order?: 'ascending'",
    named: 'sort_order=descending',
  },
  {
    file: 'call',
    from: 'interface CallCreatePhoneCallParams {',
    to: 'interface CallCreatePhoneCallParams {\n    consent_token: string;',
    named: 'consent_token is required',
  },
  {
    file: 'call',
    from: "name: 'call_summary' | 'call_successful'",
    to: "name: 'call_summary' | 'call_success'",
    named: 'name=call_successful',
  },
  {
    file: 'agent',
    from: "'transfer_cancelled' | 'transfer_ended'",
    to: "'transfer_cancelled'",
    named: 'webhook_events=transfer_ended',
  },
  { file: 'agent', from: "'sonic-3.5' | ", to: '', named: 'voice_model=sonic-3.5' },
  {
    file: 'agent',
    from: "channel: 'voice' | 'chat'",
    to: "medium: 'voice' | 'chat'",
    named: 'items[].channel is not theirs',
  },
  { file: 'phone-number', from: 'phone_number: string', to: 'phone_number: number', named: 'items[].phone_number=' },
  {
    file: 'concurrency',
    from: 'reserved_inbound_concurrency?: number',
    to: "reserved_inbound_concurrency?: number | 'all'",
    named: 'reserved_inbound_concurrency=all',
  },
  {
    file: 'concurrency',
    from: 'base_concurrency?: number',
    to: 'base_concurrency?: number;\n    region: string',
    named: 'region is required',
  },
  { file: 'identity', from: 'org_name: string', to: 'org_name: { display: string }', named: 'org_name=(object)' },
];

/** The compiler's errors for the contract against a changed copy of the SDK's declarations. */
async function check(changes: readonly Planted[]): Promise<string> {
  const copy = path.join(folder, 'sdk');
  await cp(path.join(root, 'node_modules/retell-sdk'), copy, {
    recursive: true,
    filter: (source) => !source.endsWith('/src') && (path.extname(source) === '' || source.endsWith('.d.mts')),
  });
  for (const { file, from, to } of changes) {
    const declarations = path.join(copy, `resources/${file}.d.mts`);
    const text = await readFile(declarations, 'utf8');
    expect(text, `${file} has ${from}`).toContain(from);
    await writeFile(declarations, text.replaceAll(from, to));
  }
  const config = path.join(folder, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [path.join(root, 'node_modules/@types')],
        noErrorTruncation: true,
        paths: { 'retell-sdk/resources/*': [path.join(copy, 'resources/*.d.mts')] },
      },
      include: [],
      files: [path.join(root, 'src/retell/testing/provider-contract.ts')],
    }),
  );
  try {
    await promisify(execFile)(process.execPath, [path.join(root, 'node_modules/ts7/bin/tsc'), '-p', config]);
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('names every change of the SDK that we rely on', async () => {
  const changed = await check(planted);
  const missed = planted.filter(({ named }) => !changed.includes(named));
  expect(missed, changed).toEqual([]);
});

it('has the endpoints that the SDK asks', async () => {
  const asked: string[] = [];
  const client = new Retell({
    apiKey: 'key',
    baseURL: 'http://localhost',
    maxRetries: 0,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      asked.push(`${init?.method?.toUpperCase()} ${pathname}`);
      return Response.json({});
    },
  });
  const asking: Record<
    Exclude<keyof typeof providerContracts, 'webhook' | 'monitorCall' | 'gatewaySessions'>,
    () => PromiseLike<unknown>
  > = {
    createPhoneCall: () => client.call.createPhoneCall({ from_number: '1', to_number: '2' }),
    getCall: () => client.call.retrieve('{call_id}'),
    listCalls: () => client.call.list(),
    stopCall: () => client.call.stop('{call_id}'),
    listenLiveCall: () => client.call.listenLive('{call_id}'),
    takeOverLiveCall: () => client.call.takeOverLive('{call_id}', { participant_id: '1' }),
    updateLiveCall: () => client.call.updateLive('{call_id}', {}),
    deleteCall: () => client.call.delete('{call_id}'),
    rerunAnalysis: () => client.call.rerunAnalysis('{call_id}'),
    listAgents: () => client.agent.list(),
    getAgent: () => client.agent.retrieve('{agent_id}'),
    listAgentVersions: () => client.agent.listVersions('{agent_id}'),
    createAgentVersion: () => client.agent.createVersion('{agent_id}', { base_version: 1 }),
    updateAgent: () => client.agent.update('{agent_id}', { webhook_url: null }),
    publishAgentVersion: () => client.agent.publish('{agent_id}', { version: 1 }),
    getLlm: () => client.llm.retrieve('{llm_id}'),
    getConversationFlow: () => client.conversationFlow.retrieve('{conversation_flow_id}'),
    listPhoneNumbers: () => client.phoneNumber.list(),
    getContactByPhone: () => client.contact.getByPhone('{phone_number}'),
    getContact: () => client.contact.get('{contact_id}'),
    updateContact: () => client.contact.update('{contact_id}', {}),
    getConcurrency: () => client.concurrency.retrieve(),
    getKeyInfo: () => client.identity.retrieve(),
  };
  for (const ask of Object.values(asking)) await ask();
  const names = Object.keys(asking) as (keyof typeof asking)[];
  expect(asked.map(decodeURIComponent)).toEqual(names.map((name) => providerContracts[name].endpoint));
});
