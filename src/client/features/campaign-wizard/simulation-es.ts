/**
 * Spanish texts of the campaign simulation. It estimates the calls in each hour with the present dialling pace and
 * number of simultaneous calls.
 */
import { formatCountWithNoun } from '../../../labels/counted.ts';

export const campaignSimulationLabels = {
  title: 'Simulación',
  text: 'Cuántas personas se llamarían en cada hora, con las líneas y el ritmo de ahora. No llama a nadie.',
  simulate: 'Simular',
  again: 'Simular de nuevo',
  simulating: 'Simulando...',
  failed: 'No se pudo simular.',
  changed: 'Cambiaron los datos de la campaña desde la última simulación.',
  unknown: 'Sin datos',
  ends: 'Fin previsto',
  endsHelp:
    'Cuando termina la última llamada, con los reintentos y las otras campañas en curso. Nueve de cada diez veces, en este intervalo.',
  people: 'Personas',
  retries: 'Reintentos',
  retriesHelp: 'Los que causarían las llamadas si terminan como en los últimos 30 días.',
  lines: 'Líneas',
  linesHelp: 'Las que pueden usar las campañas, y cuántas de ellas están libres ahora.',
  freeLines: (free: string, usable: string) => `${formatCountWithNoun(free, 'libre', 'libres')} de ${usable}`,
  pace: 'Ritmo máximo',
  perMinute: (count: string) => `${count} por minuto`,
  hour: 'Hora',
  day: (people: string, one: boolean, retries: string | null) =>
    [
      one ? '1 persona' : `${people} personas`,
      retries === null ? null : `~${formatCountWithNoun(retries, 'reintento', 'reintentos')}`,
    ]
      .filter(Boolean)
      .join(' · '),
  fewCalls: (calls: string) =>
    `Sin datos: hacen falta 50 llamadas salientes con duración en 30 días para saber cuánto duran y cómo terminan, y hay ${calls}.`,
  noLines: 'Sin datos: Retell no informa ahora las líneas de la cuenta.',
  noReasons: 'Sin datos: todavía no se sabe cómo terminan las llamadas, y de eso dependen los reintentos.',
  tooLong: 'No se puede calcular: son demasiados lugares, horarios o reintentos.',
  basis: (calls: string, length: string) =>
    `Según tus llamadas recientes (${calls}); una llamada ocupa su línea ${length} en promedio.`,
  others: (count: string, one: boolean) =>
    one ? 'Comparte el ritmo con otra campaña en curso.' : `Comparte el ritmo con otras ${count} campañas en curso.`,
  uncalled: (count: string, one: boolean) =>
    one
      ? 'A 1 persona no se la alcanza a llamar con el horario de llamadas actual.'
      : `A ${count} personas no se las alcanza a llamar con el horario de llamadas actual.`,
  nobody: 'Nadie de la lista se puede llamar.',
} as const;
