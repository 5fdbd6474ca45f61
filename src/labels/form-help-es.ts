/** Spanish help texts of filters and of the campaign wizard. Each must describe what the console really does. */

const days = 'Los días son los del huso horario del workspace. Una llamada cuenta en el día en que empezó.';

export const callHistoryFilterHelp = {
  from: `Desde este día, incluido. ${days}`,
  to: `Hasta este día, incluido. ${days}`,
  status:
    'El de la insignia de la llamada. Exitosa: terminó. Fallida: no se conectó o tuvo un error técnico. En curso: todavía no terminó. Finalizada: cualquiera que ya no está en curso.',
  sentiment: 'El que el análisis de Retell le dio a la llamada. Una llamada sin analizar no aparece en ninguno.',
  channel: 'Por teléfono, o desde un navegador.',
  agent: 'El agente de voz que atendió o hizo la llamada.',
  origin: 'Entrantes: alguien llamó. Salientes: llamó el agente. WebCall: empezaron en un navegador.',
  goal: 'Si la llamada cumplió su objetivo según el análisis de Retell. Una llamada sin analizar no aparece en ninguno.',
  missed:
    'Las llamadas que quedan del lado malo de una métrica de calidad, según los campos y objetivos de Configuración. Queja: las que tienen una.',
  judged:
    'Lo que dice de la llamada el campo del análisis que Configuración le asigna, o lo que evaluó una persona. Una llamada de la que no dice nada no está en Sí ni en No.',
  result: 'Qué se logró: el objetivo según el análisis de Retell, o por qué no hubo conversación con una persona.',
  attention:
    'Las llamadas en las que se cumplió una regla de atención mientras se hablaba. Las reglas están en Configuración → En vivo.',
  reason: 'Por qué terminó la llamada. Una que sigue en curso no aparece en ninguno.',
} as const;

export const campaignWizardHelp = {
  name: 'Con este nombre aparece en el Histórico de Campañas y en sus resultados.',
  successDefinition:
    'Decide qué llamadas cuentan como exitosas: el análisis de Retell compara con ella lo que pasó en cada una. El agente la recibe como variable success_definition.',
  phoneNumber:
    'El número de la cuenta de Retell desde el que se llama: el que ven los destinatarios. Propone su agente de salida.',
  agent: 'El agente de voz que habla en las llamadas de esta campaña.',
  agentVersion:
    'La publicada es la última que se publicó en Retell cuando se hace cada llamada. Con un número de versión la campaña habla siempre igual.',
} as const;
