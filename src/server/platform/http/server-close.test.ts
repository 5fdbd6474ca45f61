import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHttpServer } from './server.ts';

it('closes as soon as the requests under way are answered, though their connections would be kept alive', async () => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  const entered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  app.get('/', async () => {
    entered.resolve();
    await release.promise;
    return 'answered';
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const asking = fetch(url).then((answer) => answer.text());
  await entered.promise;
  const closing = app.close();
  release.resolve();
  expect(await asking).toBe('answered');
  const began = performance.now();
  await closing;
  expect(performance.now() - began).toBeLessThan(2_000);
});
