/** Texts about a call's listeners and the person who took it over. */
import type { CallListener } from '../contract/calls.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Names a call's listeners: 'La atiende ana · Escuchan bruno y carla'. Empty if there are none. Each person once. */
export function listenersText(listeners: readonly CallListener[]): string {
  const taker = listeners.find(({ takenOverAt }) => takenOverAt !== null)?.by;
  const others = [...new Set(listeners.map(({ by }) => by))].filter((by) => by !== taker);
  return [
    ...(taker === undefined ? [] : [`La atiende ${taker}`]),
    ...(others.length === 0 ? [] : [`${others.length === 1 ? 'Escucha' : 'Escuchan'} ${list.format(others)}`]),
  ].join(' · ');
}
