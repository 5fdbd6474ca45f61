import { afterEach, expect, it, vi } from 'vitest';
import { dropDraft, forgetDrafts, keepDraft, readDraft } from './tab-drafts.ts';

const mine = { userId: 'u1', workspaceId: 'w1', name: 'review.c1' };
const other = { ...mine, name: 'review.c2' };
const theirs = { ...mine, userId: 'u2' };
const all = [mine, other, theirs];

afterEach(() => {
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

it('keeps drafts apart by person, workspace and name, until each is dropped', () => {
  for (const place of all) keepDraft(place, place.name);
  expect(readDraft({ ...mine, workspaceId: 'w2' })).toBeUndefined();
  dropDraft(mine);
  expect(all.map(readDraft)).toEqual([undefined, 'review.c2', 'review.c1']);
});

it('forgets what others left, or all, and nothing that is not a draft', () => {
  window.sessionStorage.setItem('another', '1');
  for (const place of all) keepDraft(place, 1);
  forgetDrafts('u1');
  expect(all.map(readDraft)).toEqual([1, 1, undefined]);
  forgetDrafts();
  expect(all.map(readDraft)).toEqual([undefined, undefined, undefined]);
  expect(window.sessionStorage.getItem('another')).toBe('1');
});

it('reads nothing where there is something else, or storage is forbidden', () => {
  keepDraft(mine, { a: 1 });
  const key = Object.keys(window.sessionStorage)[0] ?? '';
  window.sessionStorage.setItem(key, '{');
  expect(readDraft(mine)).toBeUndefined();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden');
  });
  expect(readDraft(mine)).toBeUndefined();
});
