/** Texts of the campaign option 'Mejor hora': its switch and its effect. */
import { formatCountWithNoun } from './counted.ts';

export const bestHourLabels = {
  name: 'Mejor hora',
  hint: 'Primero a quienes más atienden a esta hora, según las llamadas del workspace. A una de cada diez personas, al azar, se la llama en el orden del archivo, para comparar.',
  on: 'Encendida',
  off: 'Apagada',
  doneTitle: 'Mejor hora cambiada',
  doneText: 'Vale desde las próximas llamadas.',
  failed: 'No se pudo cambiar la mejor hora.',
} as const;

export const bestHourComparisonLabels = {
  title: 'Resultado de mejor hora',
  byHour: 'Con mejor hora',
  byHourHelp:
    'Llamadas terminadas a personas que se llamaron según la hora, y las que alguien o un contestador atendió.',
  withoutIt: 'Sin mejor hora',
  withoutItHelp:
    'Lo mismo, de las personas elegidas al azar que se llamaron en el orden del archivo mientras mejor hora estaba encendida.',
  answered: (answered: string, calls: string) =>
    `${answered} de ${formatCountWithNoun(calls, 'llamada atendida', 'llamadas atendidas')}`,
  more: (from: string, to: string) =>
    `Con mejor hora se atiende más: la diferencia está entre ${from} y ${to}, con 95% de confianza.`,
  less: (from: string, to: string) =>
    `Con mejor hora se atiende menos: la diferencia está entre ${from} y ${to}, con 95% de confianza.`,
  unclear: (from: string, to: string) =>
    `La diferencia puede ser casualidad: está entre ${from} y ${to}, con 95% de confianza.`,
} as const;
