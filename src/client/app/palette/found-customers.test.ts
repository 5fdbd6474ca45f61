import { expect, it } from 'vitest';
import { buildCall } from '../../testing/factories.ts';
import { listCustomersOfCalls } from './found-customers.ts';

const call = (toNumber: string | null, customerName: string | null, contactName: string | null = null) => ({
  ...buildCall({ direction: 'outbound', fromNumber: '+541150000000', toNumber, toNumberShown: toNumber, customerName }),
  snippet: null,
  contactName,
});

it('names a number by the newest of its calls with a name, found or told by the server', () => {
  expect(
    listCustomersOfCalls([
      call('+5493415551533', null),
      call('+5493415551999', null, 'Eva'),
      call('+5493415551533', 'Ana Núñez'),
      call('+5493415551533', 'Ana'),
      call('+5493415551000', null),
      call(null, 'Nadie'),
    ]).map(({ number, name }) => [number, name]),
  ).toEqual([
    ['+5493415551533', 'Ana Núñez'],
    ['+5493415551999', 'Eva'],
    ['+5493415551000', null],
  ]);
});
