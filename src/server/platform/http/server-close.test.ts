import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createHttpServer } from './server.ts';

it('closes as soon as answers under way have ended, though their connections would be kept alive', async () => {
  const app = await createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });
  const body = new PassThrough();
  app.get('/', async () => body);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  body.write('half ');
  // Its headers are out, so that they can't tell the client any more that the connection ends.
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const closing = app.close();
  body.end('whole');
  expect(await answer.text()).toBe('half whole');
  const began = performance.now();
  await closing;
  expect(performance.now() - began).toBeLessThan(2_000);
});
