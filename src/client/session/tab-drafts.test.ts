import { afterEach, expect, it, vi } from 'vitest';
import { deleteTabDraft, deleteAllTabDrafts, storeTabDraft, readTabDraft } from './tab-drafts.ts';

const mine = { userId: 'u1', workspaceId: 'w1', name: 'review.c1' };
const other = { ...mine, name: 'review.c2' };
const theirs = { ...mine, userId: 'u2' };
const all = [mine, other, theirs];

afterEach(() => {
  vi.restoreAllMocks();
  window.sessionStorage.clear();
});

it('keeps drafts apart by person, workspace and name, until each is dropped', () => {
  for (const place of all) storeTabDraft(place, place.name);
  expect(readTabDraft({ ...mine, workspaceId: 'w2' })).toBeUndefined();
  deleteTabDraft(mine);
  expect(all.map(readTabDraft)).toEqual([undefined, 'review.c2', 'review.c1']);
});

it('forgets what others left, or all, and nothing that is not a draft', () => {
  window.sessionStorage.setItem('another', '1');
  for (const place of all) storeTabDraft(place, 1);
  deleteAllTabDrafts('u1');
  expect(all.map(readTabDraft)).toEqual([1, 1, undefined]);
  deleteAllTabDrafts();
  expect(all.map(readTabDraft)).toEqual([undefined, undefined, undefined]);
  expect(window.sessionStorage.getItem('another')).toBe('1');
});

it('reads nothing where there is something else, or storage is forbidden', () => {
  storeTabDraft(mine, { a: 1 });
  const key = Object.keys(window.sessionStorage)[0] ?? '';
  window.sessionStorage.setItem(key, '{');
  expect(readTabDraft(mine)).toBeUndefined();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden');
  });
  expect(readTabDraft(mine)).toBeUndefined();
});
