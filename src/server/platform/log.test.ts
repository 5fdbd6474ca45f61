import { expect, test } from 'vitest';
import { createLogger } from './log.ts';

function capture(write: (log: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  write(createLogger({ level: 'info', destination: { write: (line) => void (lines += line) } }));
  return lines;
}

test('no secret reaches the log by field, header, address or error text', () => {
  const secret = 'S3CRET0';
  const lines = capture((log) => {
    log.info({ authorization: secret, headers: { authorization: secret, cookie: secret, 'set-cookie': secret } }, 'a');
    log.info({ request: { headers: { 'x-retell-signature': secret, authorization: secret } } }, 'b');
    log.info({ body: { password: secret, retellApiKey: secret }, deep: { er: { still: { apiKey: secret } } } }, 'c');
    log.info({ url: `/api/webhooks/retell/${secret}?x=1` }, 'd');
    log.info({ req: { method: 'POST', url: `/api/webhooks/retell/${secret}`, headers: { cookie: secret } } }, 'e');
    const refused = new Error(`connect postgres://vocero:${secret}@db/vocero failed, Bearer ${secret}`);
    log.error({ err: Object.assign(refused, { headers: { authorization: secret } }) }, 'f');
    log.child({ token: secret }).info('g');
    // A search term, which may be a person's number or name.
    log.info({ req: { method: 'GET', url: `/api/calls/all?status=ended&q=${secret}&page=2` } }, 'h');
  });
  expect(lines.trim().split('\n')).toHaveLength(8);
  expect(lines).not.toContain(secret);
  expect(lines).toContain('/api/webhooks/retell/[oculto]?x=1');
  expect(lines).toContain('/api/calls/all?status=ended&q=[oculto]&page=2');
  expect(lines).toContain('postgres://vocero:[oculto]@db/vocero');
});

test('what is not secret stays readable', () => {
  const lines = capture((log) => {
    log.debug('below the level');
    log.info({ callId: 'call_1', url: '/api/calls/all?page=2' }, 'read');
  });
  expect(JSON.parse(lines)).toMatchObject({ callId: 'call_1', url: '/api/calls/all?page=2', msg: 'read' });
});
