import { describe, expect, it } from 'vitest';
import {
  getPlayerCommandForKey,
  findSpokenLineIndex,
  getSeekPositionForKey,
  getNextPlaybackSpeed,
  playbackSpeeds,
} from './playback.ts';

describe('momentOfKey', () => {
  it('moves by 5 and 30 seconds and to both ends', () => {
    const keys = ['ArrowRight', 'ArrowLeft', 'PageUp', 'PageDown', 'Home', 'End'];
    expect(keys.map((key) => getSeekPositionForKey(key, 40, 100))).toEqual([45, 35, 70, 10, 0, 100]);
    expect(getSeekPositionForKey('ArrowRight', 98, 100)).toBe(100);
    expect(getSeekPositionForKey('ArrowLeft', 2, 100)).toBe(0);
    expect(getSeekPositionForKey('Tab', 2, 100)).toBeNull();
  });
});

describe('nextSpeed', () => {
  it('goes step by step and stays at the ends', () => {
    expect(playbackSpeeds.map((speed) => getNextPlaybackSpeed(speed, 1))).toEqual([1.25, 1.5, 1.75, 2, 2]);
    expect(playbackSpeeds.map((speed) => getNextPlaybackSpeed(speed, -1))).toEqual([1, 1, 1.25, 1.5, 1.75]);
    expect(getNextPlaybackSpeed(0.5, 1)).toBe(1);
    expect(getNextPlaybackSpeed(1.3, -1)).toBe(1.25);
  });
});

describe('commandOfKey', () => {
  it('knows its keys in either case, and no others', () => {
    expect([' ', 'k', 'K'].map(getPlayerCommandForKey)).toEqual(Array.from({ length: 3 }, () => ({ kind: 'toggle' })));
    expect(['ArrowLeft', 'l', '>', '7'].map(getPlayerCommandForKey)).toEqual([
      { kind: 'skip', seconds: -5 },
      { kind: 'skip', seconds: 10 },
      { kind: 'speed', by: 1 },
      { kind: 'part', part: 0.7 },
    ]);
    expect(['x', 'Enter', '10', 'toString', ''].map(getPlayerCommandForKey)).toEqual([null, null, null, null, null]);
  });
});

describe('currentLine', () => {
  const lines = [1, 4, null, 9].map((startSeconds) => ({ startSeconds }));

  it('is the last line begun', () => {
    expect([0, 1, 3.9, 4, 8, 9, 500].map((position) => findSpokenLineIndex(lines, position))).toEqual([
      null,
      0,
      0,
      1,
      1,
      3,
      3,
    ]);
  });

  it('takes a line as begun where the player rounded its start down', () => {
    expect(findSpokenLineIndex(lines, 3.999999)).toBe(1);
  });

  it('is none where no line has a time', () => {
    expect(findSpokenLineIndex([{ startSeconds: null }], 5)).toBeNull();
    expect(findSpokenLineIndex([], 5)).toBeNull();
  });
});
