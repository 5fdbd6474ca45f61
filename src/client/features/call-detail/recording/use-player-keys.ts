/**
 * Keyboard shortcuts of the recording player, and their list for the `?` help. They work wherever the focus is on the
 * call's page.
 */
import { useEffect } from 'react';
import { recordingPlayerShortcutLabels as labels } from '../call-detail-es.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../../hooks/key-target.ts';
import { usePageShortcutsInHelpDialog, type PageShortcutGroup } from '../../../layout/page-shortcuts.ts';
import type { AudioPlayer } from './audio-player.ts';
import { getPlayerCommandForKey, getNextPlaybackSpeed, type PlayerCommand } from './playback.ts';

const shortcuts: PageShortcutGroup = {
  title: labels.title,
  shortcuts: [
    { keys: [labels.space, 'K'], label: labels.toggle },
    { keys: ['←', '→'], label: labels.five },
    { keys: ['J', 'L'], label: labels.ten },
    { keys: ['<', '>'], label: labels.speed },
    { keys: ['M'], label: labels.mute },
    { keys: ['0', '…', '9'], label: labels.part },
  ],
};

function obey(command: PlayerCommand, player: AudioPlayer, setSpeed: (speed: number) => void): void {
  const { speed, duration } = player.state();
  if (command.kind === 'toggle') player.togglePlaying();
  else if (command.kind === 'mute') player.toggleMuted();
  else if (command.kind === 'skip') player.skip(command.seconds);
  else if (command.kind === 'speed') setSpeed(getNextPlaybackSpeed(speed, command.by));
  else if (command.kind === 'part' && duration !== null) player.seek(duration * command.part);
}

/** Elements that the space bar presses. */
const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [role="tab"]') !== null;

/** Activates the keyboard shortcuts of the recording player. `setSpeed` must change the playback speed and store it. */
export function usePlayerShortcuts(player: AudioPlayer, setSpeed: (speed: number) => void): void {
  usePageShortcutsInHelpDialog(shortcuts);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTextFieldTarget(event.target) || isDialogOrMenuOpen()) return;
      if (event.key === ' ' && isPressable(event.target)) return;
      const command = getPlayerCommandForKey(event.key);
      if (command === null || (event.repeat && command.kind !== 'skip')) return;
      event.preventDefault();
      obey(command, player, setSpeed);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [player, setSpeed]);
}
