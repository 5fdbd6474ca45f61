/** Texts of 'Configuración', section 'En vivo'. */
import { roleName } from './roles-es.ts';

export const liveSettingsLabels = {
  title: 'Llamadas en vivo',
  text: 'Lo que se dice en una llamada en curso se lee tal como lo entiende Retell, sin ocultar datos personales.',
  readers: 'Quién lee las llamadas en vivo',
  readersHint:
    'La sala «En vivo» la ve todo el workspace; el texto, solo quienes elijas. Abrir una llamada queda en la auditoría.',
  from: {
    operator: 'Todo el workspace',
    editor: `${roleName('editor')} y ${roleName('admin')}`,
    admin: `Solo ${roleName('admin')}`,
  },
  whispers: 'Indicaciones frecuentes',
  whispersHint: 'Una por línea, hasta diez. Se ofrecen como botones al susurrar al agente.',
} as const;
