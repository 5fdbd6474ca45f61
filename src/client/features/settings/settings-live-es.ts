/** Texts of 'Configuración', section 'En vivo'. */
import { getRoleName } from '../../../labels/roles-es.ts';

export const liveSettingsLabels = {
  title: 'Llamadas en vivo',
  text: 'Lo que se dice en una llamada en curso se lee tal como lo entiende Retell, sin ocultar datos personales.',
  readers: 'Quién lee las llamadas en vivo',
  readersHint:
    'La sala «En vivo» la ve todo el workspace; el texto, solo quienes elijas. Abrir una llamada queda en la auditoría.',
  from: {
    operator: 'Todo el workspace',
    editor: `${getRoleName('editor')} y ${getRoleName('admin')}`,
    admin: `Solo ${getRoleName('admin')}`,
  },
  listeners: 'Quién escucha las llamadas en vivo',
  nobody: 'Nadie',
  listenersHint: `Ni el cliente ni el agente lo notan. El workspace ve quién escucha, y queda en la auditoría. Tomar la llamada es de ${getRoleName('editor')} para arriba.`,
  whispers: 'Indicaciones frecuentes',
  whispersHint: 'Una por línea, hasta diez. Se ofrecen como botones al susurrar al agente.',
} as const;

export const attentionSettingsLabels = {
  title: 'Reglas de atención',
  text: 'Cuando una se cumple, la llamada se marca en «En vivo», avisa la campana y queda en su historial la regla y el segundo, nunca lo que se dijo.',
  phrases: 'Palabras y frases',
  phrasesHint:
    'Una por línea, hasta 50. Cuentan palabras enteras, sin mirar acentos ni mayúsculas, las diga quien las diga.',
  silence: 'Silencio de más de',
  silenceHint: 'Nadie habla durante ese tiempo. 0: no avisa.',
  seconds: 'segundos',
  length: 'Llamada de más de',
  lengthHint: '0: no avisa.',
  minutes: 'minutos',
  failedTool: 'Una herramienta del agente falla',
  failedToolHint: 'Retell informa que la consulta a un sistema no funcionó.',
  repeatedAnswer: 'El agente repite una respuesta',
  repeatedAnswerHint: 'Dice dos veces lo mismo en la llamada, con cuatro palabras o más.',
  agents: 'Agentes cuyas llamadas se siguen siempre',
  agentsText:
    'Las reglas se aplican a toda llamada que alguien mira. A las de estos agentes, también cuando no las mira nadie.',
  agentsFailed: 'No se pudieron leer los agentes.',
  noAgents: 'La cuenta de Retell no tiene agentes.',
  mostCalls: 'Llamadas a la vez, como máximo',
  calls: 'llamadas',
  mostCallsHint:
    'Costo de cada una mientras dura: una conexión del servidor con Retell, y uno de los cinco lugares que Retell da para leerla en vivo, también desde su propia consola.',
} as const;
