// Script of a satisfaction survey after a visit or a purchase.
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedConversationScript } from './script.ts';

export const simulatedSurveyConversationScript: SimulatedConversationScript = {
  goal: 'Completar la encuesta de satisfacción',
  listensFirst: true,
  opening: parseSimulatedScriptLines(
    'A: Hola, {nombre}, ¿cómo va? Soy {agente}, de {empresa}. | Buenas, ¿hablo con {nombre}? Te habla {agente}, de {empresa}.',
    'U: Hola, sí, ¿qué necesitás? | Sí, soy yo.',
    'A: Estamos haciendo una encuesta cortita sobre {motivo}. Son tres preguntas y no te lleva más de un minuto. ¿Te puedo hacer?',
  ),
  achieved: parseSimulatedScriptLines(
    'U: Sí, dale. | Bueno, si es cortita, sí. | Dale, preguntame.',
    'A: Gracias. Del 1 al 5, donde 5 es excelente, ¿cómo calificarías la atención que recibiste?',
    'U: Ponele un {puntaje}. | Y… un {puntaje}. | {puntaje}, la verdad.',
    'A: Un {puntaje}, perfecto. ¿Y pudieron resolver lo que necesitabas en el primer contacto?',
    'U: Sí, me lo solucionaron enseguida. | Sí, aunque tuve que esperar bastante. | Más o menos, tuve que llamar dos veces.',
    'A: Te agradezco la sinceridad. Y por último: ¿nos recomendarías a un amigo o familiar?',
    'U: Sí, calculo que sí. | Sí, totalmente. | Capaz que sí.',
    'A: ¡Genial! Con eso terminamos. Muchas gracias por tu tiempo, {nombre}.',
    'U: No, por favor. ¡Chau! | Listo, gracias a vos.',
  ),
  undecided: parseSimulatedScriptLines(
    'U: Ahora justo estoy entrando a una reunión. | Estoy en el súper, ¿no me podés llamar después?',
    'A: Por supuesto. ¿A qué hora te queda cómodo?',
    'U: Después de las seis. | A la tarde, cualquier hora.',
    'A: Perfecto, te llamamos a la tarde. ¡Gracias!',
  ),
  refused: parseSimulatedScriptLines(
    'U: No, no me interesa contestar encuestas, gracias. | No, mirá, la atención fue un desastre y encima me llaman para esto.',
    'A: Lamento escuchar eso. ¿Querés que un representante se comunique con vos por lo que pasó?',
    'U: No, dejá, ya fue. | No, que no me llamen más.',
    'A: Está bien, disculpá la molestia. Que tengas un buen día.',
  ),
  wrongPerson: parseSimulatedScriptLines(
    'U: No, {nombre} no está. | Te equivocaste de número, me parece.',
    'A: Disculpá, ¿lo puedo encontrar más tarde?',
    'U: No, no sé. | Puede ser, a la noche.',
    'A: Muchas gracias. ¡Buen día!',
  ),
  asides: [
    parseSimulatedScriptLines(
      'U: ¿Esto es anónimo?',
      'A: Las respuestas se usan solo para mejorar la atención; no se comparten con nadie.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Vos sos una persona o un robot?',
      'A: Soy una asistente virtual, pero tus respuestas las lee un equipo de personas.',
    ),
  ],
  voicemail: parseSimulatedScriptLines(
    'A: Hola, {nombre}, te llamábamos de {empresa} por una encuesta muy cortita sobre {motivo}. Te volvemos a llamar. ¡Gracias!',
  ),
  summaries: {
    achieved: ['{nombre} completó la encuesta sobre {motivo} y calificó la atención con {puntaje} sobre 5.'],
    undecided: ['{nombre} no podía hablar y pidió que lo llamen a la tarde.'],
    refused: ['{nombre} no quiso responder la encuesta y se mostró disconforme.'],
    wrong_person: ['{nombre} no estaba disponible; atendió otra persona.'],
  },
  variables: (random) => ({
    motivo: random.pick([
      'tu última compra',
      'la visita del técnico',
      'tu llamado de la semana pasada',
      'la entrega de tu pedido',
    ]),
    puntaje: String(
      random.weighted([
        [5, 40],
        [4, 34],
        [3, 15],
        [2, 6],
        [1, 5],
      ] as const),
    ),
  }),
  collects: ['puntaje'],
};
