/**
 * One recording's playback as a small store beside React: the position moves four times a second, and only what shows
 * it draws again. `attach` binds it to an <audio> element, whose own events are the truth.
 */
import { useSyncExternalStore } from 'react';

export interface PlaybackState {
  readonly playing: boolean;
  readonly muted: boolean;
  /** How many times as fast as it was said. */
  readonly speed: number;
  /** Seconds. */
  readonly position: number;
  /** Seconds; null until the recording's head has been read. */
  readonly duration: number | null;
  /** The recording could not be read or played. */
  readonly failed: boolean;
}

export interface AudioPlayer {
  readonly state: () => PlaybackState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Binds the playback to an <audio> element; answers what lets go of it. */
  readonly attach: (audio: HTMLAudioElement | null) => (() => void) | undefined;
  readonly togglePlaying: () => void;
  readonly toggleMuted: () => void;
  readonly setSpeed: (speed: number) => void;
  /** Seconds; playing goes on from there, a paused recording stays paused. */
  readonly seek: (seconds: number) => void;
  /** As `seek`, from where it stands, within the recording. */
  readonly skip: (seconds: number) => void;
  /** Reads the recording anew after a failure. */
  readonly reload: () => void;
}

const initial: PlaybackState = { playing: false, muted: false, speed: 1, position: 0, duration: null, failed: false };
const watched = [
  'play',
  'pause',
  'timeupdate',
  'seeked',
  'durationchange',
  'volumechange',
  'ratechange',
  'loadedmetadata',
  'emptied',
] as const;

/** `speed`: at which it begins to play. */
export function createAudioPlayer(speed = 1): AudioPlayer {
  let state: PlaybackState = { ...initial, speed };
  let element: HTMLAudioElement | null = null;
  const listeners = new Set<() => void>();

  function update(next: Partial<PlaybackState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function read(): void {
    if (!element) return;
    const { paused, muted, playbackRate, currentTime, duration } = element;
    update({
      playing: !paused,
      muted,
      speed: playbackRate,
      position: currentTime,
      duration: Number.isFinite(duration) && duration > 0 ? duration : null,
    });
  }

  function ended(): void {
    if (element) element.currentTime = 0;
    read();
  }

  function setSpeed(next: number): void {
    update({ speed: next });
    if (!element) return;
    // The default one too: the element falls back to it when it reads a source anew.
    element.defaultPlaybackRate = next;
    element.playbackRate = next;
  }

  function seek(seconds: number): void {
    if (!element) return;
    element.currentTime = seconds;
    update({ position: seconds });
  }

  function failed(): void {
    // The code alone: the error's text may hold the recording's address.
    console.warn(`A recording could not be loaded (code ${element?.error?.code ?? 'unknown'}).`);
    update({ failed: true, playing: false });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(audio) {
      if (!audio) return undefined;
      element = audio;
      setSpeed(state.speed);
      for (const name of watched) audio.addEventListener(name, read);
      audio.addEventListener('ended', ended);
      audio.addEventListener('error', failed);
      if (audio.error) failed();
      read();
      return () => {
        for (const name of watched) audio.removeEventListener(name, read);
        audio.removeEventListener('ended', ended);
        audio.removeEventListener('error', failed);
        audio.pause();
        element = null;
      };
    },
    togglePlaying() {
      if (!element) return;
      if (!element.paused) element.pause();
      // A refusal while the source changes is no failure; a broken source says so by its own error event.
      else element.play().catch(read);
    },
    toggleMuted() {
      if (element) element.muted = !element.muted;
    },
    setSpeed,
    seek,
    skip(seconds) {
      const end = state.duration ?? Number.POSITIVE_INFINITY;
      seek(Math.min(end, Math.max(0, state.position + seconds)));
    },
    reload() {
      update({ failed: false });
      element?.load();
    },
  };
}

/** One fact of the playback; draws again only when that fact changes. */
export function usePlayback<T extends string | number | boolean | null>(
  player: AudioPlayer,
  select: (state: PlaybackState) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => select(player.state()));
}
