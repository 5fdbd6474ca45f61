/** The user's playback speed of recordings, stored in this browser. */
import { useCallback, useState } from 'react';
import { readLocalStorage, writeLocalStorage } from '../../../hooks/local-storage.ts';
import { useSession } from '../../../session/session.ts';
import { createAudioPlayer, type AudioPlayer } from './audio-player.ts';
import { playbackSpeeds } from './playback.ts';

const storageKey = (userId: string) => `vocero.playbackSpeed.${userId}`;

/** React hook: a player with the user's stored playback speed, and a function that changes and stores the speed. */
export function usePlayerWithStoredSpeed(): readonly [AudioPlayer, (speed: number) => void] {
  const { user } = useSession();
  const key = storageKey(user.id);
  const [player] = useState(() =>
    createAudioPlayer(playbackSpeeds.find((speed) => String(speed) === readLocalStorage(key)) ?? 1),
  );
  const setSpeed = useCallback(
    (speed: number) => {
      player.setSpeed(speed);
      writeLocalStorage(key, String(speed));
    },
    [player, key],
  );
  return [player, setSpeed];
}
