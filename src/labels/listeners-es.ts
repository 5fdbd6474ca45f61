/** The people who listen to a call, and the one who took it over. */
import type { CallListener } from '../contract/calls.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** 'La atiende ana · Escuchan bruno y carla'; empty where nobody does. A person with two tabs is one. */
export function listenersText(listeners: readonly CallListener[]): string {
  const taker = listeners.find(({ takenOverAt }) => takenOverAt !== null)?.by;
  const others = [...new Set(listeners.map(({ by }) => by))].filter((by) => by !== taker);
  return [
    ...(taker === undefined ? [] : [`La atiende ${taker}`]),
    ...(others.length === 0 ? [] : [`${others.length === 1 ? 'Escucha' : 'Escuchan'} ${list.format(others)}`]),
  ].join(' · ');
}
