import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAudioPlayer } from './audio-player.ts';

afterEach(() => vi.restoreAllMocks());

function attached() {
  const player = createAudioPlayer();
  const audio = document.createElement('audio');
  let paused = true;
  Object.defineProperty(audio, 'paused', { get: () => paused });
  Object.defineProperty(audio, 'duration', { value: 60 });
  vi.spyOn(audio, 'play').mockImplementation(async () => {
    paused = false;
    audio.dispatchEvent(new Event('play'));
  });
  const pause = vi.spyOn(audio, 'pause').mockImplementation(() => {
    paused = true;
    audio.dispatchEvent(new Event('pause'));
  });
  const detach = player.attach(audio);
  return { player, audio, pause, detach };
}

describe('audio player', () => {
  it('plays and pauses by one toggle', () => {
    const { player } = attached();
    player.togglePlaying();
    expect(player.state()).toMatchObject({ playing: true, duration: 60 });
    player.togglePlaying();
    expect(player.state().playing).toBe(false);
  });

  it('goes back to zero at the end', () => {
    const { player, audio } = attached();
    player.togglePlaying();
    player.seek(60);
    expect(player.state().position).toBe(60);
    audio.pause();
    audio.dispatchEvent(new Event('ended'));
    expect(player.state()).toMatchObject({ playing: false, position: 0 });
    expect(audio.currentTime).toBe(0);
  });

  it('plays at its speed from the first sound on, and skips within the recording', () => {
    const player = createAudioPlayer(1.5);
    const audio = document.createElement('audio');
    Object.defineProperty(audio, 'duration', { value: 60 });
    player.attach(audio);
    expect(audio).toMatchObject({ playbackRate: 1.5, defaultPlaybackRate: 1.5 });
    player.setSpeed(2);
    expect(audio.playbackRate).toBe(2);
    expect(player.state().speed).toBe(2);
    player.skip(10);
    expect(player.state().position).toBe(10);
    player.skip(-20);
    expect(player.state().position).toBe(0);
    player.skip(100);
    expect(player.state().position).toBe(60);
  });

  it('mutes, says when a recording fails, to the log by its code alone, and reads it anew', () => {
    const { player, audio } = attached();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    Object.defineProperty(audio, 'error', {
      value: { code: 4, message: 'no source at /api/calls/call_1/recording/audio' },
    });
    const load = vi.spyOn(audio, 'load').mockReturnValue();
    player.toggleMuted();
    audio.dispatchEvent(new Event('volumechange'));
    expect(player.state().muted).toBe(true);
    audio.dispatchEvent(new Event('error'));
    expect(player.state().failed).toBe(true);
    expect(warn.mock.calls).toEqual([['A recording could not be loaded (code 4).']]);
    player.reload();
    expect(player.state().failed).toBe(false);
    expect(load).toHaveBeenCalledOnce();
  });

  it('stops and hears no more of an element it let go of', () => {
    const { player, audio, pause, detach } = attached();
    player.togglePlaying();
    detach?.();
    const before = player.state();
    audio.dispatchEvent(new Event('error'));
    expect(pause).toHaveBeenCalledOnce();
    expect(player.state()).toBe(before);
  });
});
