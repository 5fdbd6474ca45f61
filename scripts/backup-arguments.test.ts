import { expect, test } from 'vitest';
import { readBackupArguments } from './backup-arguments.ts';

const nothing = { folder: null, parent: 'backups', keep: null, verify: false };

test.each([
  ['nothing', [], {}, nothing],
  ['a folder', ['/srv/copy'], {}, { ...nothing, folder: '/srv/copy' }],
  ['a folder of digits', ['14'], {}, { ...nothing, folder: '14' }],
  ['flags behind --', ['--keep', '14', '--verify'], {}, { ...nothing, keep: 14, verify: true }],
  ['a place behind --', ['--in=/srv', '--keep=2'], {}, { ...nothing, parent: '/srv', keep: 2 }],
  ['--keep 14 before --', ['14'], { npm_config_keep: 'true' }, { ...nothing, keep: 14 }],
  ['--keep=14 before --', [], { npm_config_keep: '14' }, { ...nothing, keep: 14 }],
  [
    '--verify before --',
    ['/srv/copy'],
    { npm_config_verify: 'true' },
    { ...nothing, folder: '/srv/copy', verify: true },
  ],
  [
    '--in /srv --keep=3 before --',
    ['/srv'],
    { npm_config_in: 'true', npm_config_keep: '3' },
    { ...nothing, parent: '/srv', keep: 3 },
  ],
])('%s', (_name, given, env, expected) => {
  expect(readBackupArguments(given, env)).toEqual(expected);
});

test.each([
  ['a folder of its own is not rotated', ['/srv/copy', '--keep', '3'], {}],
  ['none kept', ['--keep', '0'], {}],
  ['no number', ['--keep', 'all'], {}],
  ['a flag without its number', [], { npm_config_keep: 'true' }],
  ['an unknown flag', ['--kepe', '3'], {}],
  ['two folders', ['a', 'b'], {}],
  ['whose value is whose', ['/srv', '3'], { npm_config_in: 'true', npm_config_keep: 'true' }],
])('refused: %s', (_name, given, env) => {
  expect(() => readBackupArguments(given, env)).toThrow(/Uso|--keep/u);
});
