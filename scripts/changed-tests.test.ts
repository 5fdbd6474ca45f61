import { expect, it } from 'vitest';
import { chooseTests } from './changed-tests.ts';

const sources = new Map([
  ['src/server/app.ts', "import { dial } from './features/dial/dial.ts';"],
  ['src/server/features/dial/dial.ts', "import { pace } from './pace.ts';\nexport const dial = pace;"],
  ['src/server/features/dial/pace.ts', 'export const pace = 1;'],
  ['src/server/features/dial/pace.test.ts', "import { pace } from './pace.ts';"],
  ['src/server/features/dial/dial.test.ts', "import { startTestApp } from '../../testing/start-test-app.ts';"],
  ['src/server/features/calls/calls.test.ts', "const { dial } = await import('../dial/dial.ts');"],
  ['src/server/testing/start-test-app.ts', "import { app } from '../app.ts';"],
  ['src/server/features/users/users.test.ts', "import { startTestApp } from '../../testing/start-test-app.ts';"],
]);

it('takes the tests of the folder and those that import the change, but not through the whole product', () => {
  expect(chooseTests(sources, ['src/server/features/dial/pace.ts'])).toEqual([
    'src/server/features/dial/pace.test.ts',
    'src/server/features/dial/dial.test.ts',
    'src/server/features/calls/calls.test.ts',
  ]);
});

it('takes a changed test first, and nothing for a file that no test reaches', () => {
  expect(chooseTests(sources, ['src/server/features/dial/dial.test.ts'])[0]).toBe(
    'src/server/features/dial/dial.test.ts',
  );
  expect(chooseTests(sources, ['docs/api.md'])).toEqual([]);
});
