/** Compares the keys of a shortcut, such as 'Ctrl' and 'H', with a browser's keyboard event. Pure. */

type PressedKeys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True if exactly the shortcut's keys are pressed. A Mac's Command key counts as Ctrl. */
export function areShortcutKeysPressed(keys: readonly string[], event: PressedKeys): boolean {
  const wanted = new Set(keys.map((key) => key.toLowerCase()));
  if (wanted.delete('ctrl') !== (event.ctrlKey || event.metaKey)) return false;
  if (wanted.delete('mayús') !== event.shiftKey || wanted.delete('alt') !== event.altKey) return false;
  return wanted.size === 1 && wanted.has(event.key.toLowerCase());
}
