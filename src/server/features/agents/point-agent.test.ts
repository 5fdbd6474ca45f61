// A provider that does not say which version was published last; agent-webhooks.test.ts has the other cases.
import { expect, it } from 'vitest';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import { setAgentWebhookAtProvider, readNewestAgentWithLiveWebhook } from './point-agent.ts';

const agentId = 'agent_1';
const url = 'https://otro.example/entrada';

function providerOf(published: readonly number[], tagged: 'refused' | 'a draft', listsVersions = true) {
  const written: string[] = [];
  const versionOf = (version: number) => ({
    agent_id: agentId,
    version,
    is_published: published.includes(version),
    webhook_url: `${url}/${version}`,
  });
  const provider = {
    async getAgent(_id: string, version: string | number = 5) {
      if (typeof version === 'number') return versionOf(version);
      if (tagged === 'refused') throw new ProviderError('refused', 'no such parameter', { status: 400 });
      return versionOf(5);
    },
    listAgentVersions: async () => {
      if (!listsVersions) throw new ProviderError('not_found', 'no such endpoint', { status: 404 });
      return [5, 4, 3].map(versionOf);
    },
    setAgentWebhookUrl: async (_id: string, version: number, to: string | null) => {
      written.push(`v${version}`);
      return { ...versionOf(version), webhook_url: to };
    },
  };
  return { provider: provider as unknown as VoiceProvider, written };
}

const order = { agentId, to: null, mayReplace: () => true, onBegin: async () => undefined };

it.each(['refused', 'a draft'] as const)(
  'is read all the same, and never written to: the tag is %s',
  async (tagged) => {
    const { provider, written } = providerOf([4, 3], tagged);
    expect(await readNewestAgentWithLiveWebhook(provider, agentId)).toMatchObject({
      version: 5,
      vocero_live: { version: 4 },
    });
    await expect(setAgentWebhookAtProvider(provider, order)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(written).toEqual([]);
  },
);

it('is surely the one that was published, where there is one alone', async () => {
  const { provider, written } = providerOf([5], 'refused');
  expect(await setAgentWebhookAtProvider(provider, { ...order, to: `${url}/5` })).toMatchObject({
    outcome: 'unchanged',
  });
  expect(written).toEqual([]);
});

it.each([
  [[5], 'unchanged'],
  [[], 'unavailable'],
])('is read all the same where the provider lists no versions either: %j published', async (published, expected) => {
  const { provider, written } = providerOf(published, 'refused', false);
  expect(await readNewestAgentWithLiveWebhook(provider, agentId)).toMatchObject({ version: 5 });
  const outcome = await setAgentWebhookAtProvider(provider, { ...order, to: `${url}/5` }).then(
    (pointed) => pointed.outcome,
    (error: ProviderError) => error.kind,
  );
  expect([outcome, written]).toEqual([expected, []]);
});

it('is surely the newest where none was ever published', async () => {
  const { provider, written } = providerOf([], 'refused');
  expect(await setAgentWebhookAtProvider(provider, order)).toMatchObject({
    outcome: 'done',
    agent: { version: 5, webhook_url: null },
  });
  expect(written).toEqual(['v5']);
});
