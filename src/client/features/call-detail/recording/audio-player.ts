/**
 * Player of one recording, as a store outside React. Its position changes four times a second, and only components that
 * show the position render again.
 * `attach` binds the player to an <audio> element, whose events determine the player's state.
 */
import { useSyncExternalStore } from 'react';

export interface PlaybackState {
  readonly playing: boolean;
  readonly muted: boolean;
  /** Playback speed; 1 is the original. */
  readonly speed: number;
  /** Position in seconds. */
  readonly position: number;
  /** Duration of the recording in seconds; null until its metadata are loaded. */
  readonly duration: number | null;
  /** True if the recording could not be loaded or played. */
  readonly failed: boolean;
}

export interface AudioPlayer {
  readonly state: () => PlaybackState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Binds the player to an <audio> element. Returns the function that unbinds it. */
  readonly attach: (audio: HTMLAudioElement | null) => (() => void) | undefined;
  readonly togglePlaying: () => void;
  readonly toggleMuted: () => void;
  readonly setSpeed: (speed: number) => void;
  /** Seeks to a second of the recording, without starting or pausing playback. */
  readonly seek: (seconds: number) => void;
  /** Skips a number of seconds forward or, if negative, back, within the recording. */
  readonly skip: (seconds: number) => void;
  /** Loads the recording again after a failure. */
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

/** Creates a player with its initial `speed`. */
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
    // Set the default playback rate too. When an <audio> element loads a source, it resets the playback rate to the
    // default.
    element.defaultPlaybackRate = next;
    element.playbackRate = next;
  }

  function seek(seconds: number): void {
    if (!element) return;
    element.currentTime = seconds;
    update({ position: seconds });
  }

  function failed(): void {
    // Log only the error's code, because its text may contain the recording's URL.
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
      // Ignore a rejected `play()`, because it is rejected when the source changes. If the source is broken, an error
      // event follows.
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

/** React hook: a value selected from the player's state. The component renders again only when it changes. */
export function usePlaybackState<T extends string | number | boolean | null>(
  player: AudioPlayer,
  select: (state: PlaybackState) => T,
): T {
  return useSyncExternalStore(player.subscribe, () => select(player.state()));
}
