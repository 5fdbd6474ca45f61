/** A campaign's own hours, in words. */
import type { CampaignCallingHours } from '../contract/settings.ts';
import { shortWeekdayNames } from './weekdays-es.ts';

export const campaignCallingHoursLabels = {
  name: 'Franja horaria',
  whole: 'La del workspace',
  own: 'Propia',
  hint: 'Solo puede ser más angosta que la del workspace. Cada persona se llama según la hora de su lugar: la columna zona, su número o, si no se sabe, la del workspace.',
  from: 'Desde',
  to: 'Hasta',
  toHint: '00:00 es el fin del día.',
  days: 'Días',
  noDays: 'Elige al menos un día.',
  noTimes: 'Escribe desde y hasta qué hora, como 09:30.',
  backward: 'El fin debe ser posterior al inicio.',
  change: 'Cambiar',
  save: 'Guardar franja',
  saving: 'Guardando...',
  changeAbout: 'Cambiar la franja horaria',
  doneTitle: 'Franja horaria cambiada',
  doneText: 'Vale desde las próximas llamadas.',
  failed: 'No se pudo cambiar la franja horaria.',
} as const;

const nameOf = (day: number): string => (shortWeekdayNames[day - 1] ?? '').toLowerCase();

/** Writes calling hours in words: 'lun a vie de 10:00 a 18:00', 'todos los días de 9:00 a 21:00'. */
export function formatCallingHours({ days, from, to }: CampaignCallingHours): string {
  return `${writeDays(days)} de ${withoutZero(from)} a ${to === '00:00' ? '24:00' : withoutZero(to)}`;
}

const withoutZero = (time: string): string => time.replace(/^0(?=\d)/, '');

/** Writes weekdays in words. Three or more consecutive days are written as a range: 'lun a vie'. */
function writeDays(days: readonly number[]): string {
  if (days.length === 7) return 'todos los días';
  const runs: number[][] = [];
  for (const day of days.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const parts = runs.flatMap((run) =>
    run.length > 2 ? [`${nameOf(run[0] ?? 0)} a ${nameOf(run.at(-1) ?? 0)}`] : run.map(nameOf),
  );
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} y ${parts.at(-1)}` : (parts[0] ?? '');
}
