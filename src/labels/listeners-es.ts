/** Texts about a call's listeners and the person who took it over. */
import type { LiveCallListeningUser } from '../contract/calls.ts';

const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Lists who listens to a call, each person once: 'La atiende ana · Escuchan bruno y carla'. Empty if nobody does. */
export function describeLiveCallListeningUsers(listeners: readonly LiveCallListeningUser[]): string {
  const taker = listeners.find(({ takenOverAt }) => takenOverAt !== null)?.by;
  const others = [...new Set(listeners.map(({ by }) => by))].filter((by) => by !== taker);
  return [
    ...(taker === undefined ? [] : [`La atiende ${taker}`]),
    ...(others.length === 0 ? [] : [`${others.length === 1 ? 'Escucha' : 'Escuchan'} ${list.format(others)}`]),
  ].join(' · ');
}
