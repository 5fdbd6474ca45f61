import { expect, test } from 'vitest';
import { createOpenApiDocument } from './openapi.ts';

test('the document names the address that people use, else its own', () => {
  const serversOf = (publicUrl: string | null) =>
    createOpenApiDocument({ appName: 'Vocero', version: '1', publicUrl }).servers;
  expect(serversOf('https://consola.example')).toEqual([{ url: 'https://consola.example' }]);
  expect(serversOf(null)).toEqual([{ url: '/' }]);
});

test('the targets of quality metrics are known by name, and a recipient has its two columns', () => {
  const { schemas } = createOpenApiDocument({ appName: 'Vocero', version: '1', publicUrl: null }).components;
  expect(schemas['CopcReport']?.properties?.['targets']?.properties?.['connectRate']).toMatchObject({ type: 'number' });
  expect(schemas['RecipientInput']).toMatchObject({
    required: ['phone_number', 'customer_name'],
    additionalProperties: { type: 'string' },
  });
});
