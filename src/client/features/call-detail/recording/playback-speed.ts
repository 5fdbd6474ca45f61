/** How fast a person listens, remembered in this browser. */
import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../../../hooks/local-storage.ts';
import { useSession } from '../../../session/session.ts';
import { createAudioPlayer, type AudioPlayer } from './audio-player.ts';
import { speeds } from './playback.ts';

const storageKey = (userId: string) => `vocero.playbackSpeed.${userId}`;

/** A player that begins at the person's own speed, and what changes it and remembers the choice. */
export function usePersonalPlayer(): readonly [AudioPlayer, (speed: number) => void] {
  const { user } = useSession();
  const key = storageKey(user.id);
  const [player] = useState(() => createAudioPlayer(speeds.find((speed) => String(speed) === readStored(key)) ?? 1));
  const setSpeed = useCallback(
    (speed: number) => {
      player.setSpeed(speed);
      writeStored(key, String(speed));
    },
    [player, key],
  );
  return [player, setSpeed];
}
