import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createMailer, deriveSmtpSenderAddress } from './mailer.ts';

test.each([
  ['smtps://avisos%40ejemplo.com:clave@correo.ejemplo.com', 'avisos@ejemplo.com'],
  ['smtp://apikey:clave@correo.ejemplo.com:587', 'no-reply@correo.ejemplo.com'],
  ['smtp://correo.ejemplo.com', 'no-reply@correo.ejemplo.com'],
  ['smtp://127.0.0.1:2525', 'no-reply@localhost'],
  ['smtp://[::1]:2525', 'no-reply@localhost'],
  ['smtp://a%0D%0Ab%40ejemplo.com@correo.ejemplo.com', 'no-reply@correo.ejemplo.com'],
])('%s sends as %s', (url, sender) => {
  expect(deriveSmtpSenderAddress(url)).toBe(sender);
});

const mail = { id: 'x', to: ['ana@ejemplo.com'], subject: 's', text: 't', html: 'h' };

test('a server that is away, and one that refuses, are told apart in words', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('421 not today\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(createMailer(url, 'Vocero').send(mail)).rejects.toThrow('El servidor de correo no aceptó el mensaje.');
  server.close();
  await once(server, 'close');
  await expect(createMailer(url, 'Vocero').send(mail)).rejects.toThrow(
    'No se pudo conectar con el servidor de correo.',
  );
});
