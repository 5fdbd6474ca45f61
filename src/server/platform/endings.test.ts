import { expect, it } from 'vitest';
import { runShutdownSteps } from './endings.ts';

it('runs every step in order, whatever fails, and throws the first failure', async () => {
  const ran: string[] = [];
  const step = (name: string, error?: Error) => async () => {
    ran.push(name);
    if (error) throw error;
  };
  const steps = [step('a'), step('b', new Error('first')), step('c', new Error('second')), step('d')];
  await expect(runShutdownSteps(steps)).rejects.toThrow('first');
  expect(ran).toEqual(['a', 'b', 'c', 'd']);
  await expect(runShutdownSteps([step('e')])).resolves.toBeUndefined();
});
