// Confirmation of a medical appointment.
import { pickRandomWeekdayName, generateSimulatedStreetAddress } from './people.ts';
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedConversationScript } from './script.ts';

export const simulatedAppointmentConversationScript: SimulatedConversationScript = {
  goal: 'Confirmar la asistencia al turno',
  opening: parseSimulatedScriptLines(
    'A: Hola, ¿hablo con {nombre}? | Buenas, ¿cómo estás? ¿Hablo con {nombre}?',
    'U: Sí, ella habla. | Sí, ¿quién es? | Hola, sí.',
    'A: Hola, {nombre}, soy {agente}, la asistente virtual de {empresa}. Te llamo para confirmar tu turno de {especialidad} del {fecha} a las {hora}. | ¡Qué tal! Te habla {agente}, de {empresa}. Es por el turno de {especialidad} que tenés el {fecha} a las {hora}.',
  ),
  achieved: parseSimulatedScriptLines(
    'U: Ah, sí, lo tengo agendado. | Sí, sí, voy a ir. | Uh, menos mal que llamaste, me había olvidado.',
    'A: Buenísimo. Entonces, ¿te lo dejo confirmado?',
    'U: Sí, confirmame, por favor. | Dale, sí, confirmado.',
    'A(confirmar_turno): Listo, quedó confirmado. Acordate de traer el carnet de la obra social, el DNI y la orden médica. La dirección es {direccion}.',
    'U: Bárbaro, ¿tengo que ir en ayunas? | Perfecto, ¿con cuánto tiempo antes voy?',
    'A: No hace falta. Con que llegues diez minutos antes está perfecto. ¿Alguna otra consulta?',
    'U: No, nada más, muchas gracias. | No, está clarísimo, gracias.',
    'A: Gracias a vos, {nombre}. ¡Nos vemos el {fecha}!',
  ),
  undecided: parseSimulatedScriptLines(
    'U: Mirá, no sé si voy a poder ese día, me cambiaron el horario en el trabajo.',
    'A(agendar_turno): No hay drama. Tengo lugar también el {dia} a las {hora}, ¿te sirve?',
    'U: Lo tengo que ver y te aviso. | Dejame consultarlo en casa.',
    'A: Perfecto, te mantengo el turno hasta mañana al mediodía. Podés responder por WhatsApp a este mismo número.',
    'U: Buenísimo, gracias.',
    'A: De nada, {nombre}. ¡Que sigas bien!',
  ),
  refused: parseSimulatedScriptLines(
    'U: No, ya me atendí en otro lado, cancelalo. | No voy a ir, tardaron dos meses en darme el turno.',
    'A: Entiendo, {nombre}. ¿Querés que te busque otra fecha?',
    'U: No, gracias, cancelalo nomás. | No, dejá, así no se puede.',
    'A(cancelar_turno): Listo, queda cancelado. Lamentamos la demora. Que estés bien.',
  ),
  wrongPerson: parseSimulatedScriptLines(
    'U: No, equivocado. | No, {nombre} es mi mamá, pero no está ahora.',
    'A: Gracias por avisar. ¿Le podés decir que la llamamos de {empresa}?',
    'U: Sí, yo le digo. | No la conozco, disculpá.',
    'A: Muchas gracias, que tengas buen día.',
  ),
  asides: [
    parseSimulatedScriptLines(
      'U: ¿Con qué doctor era?',
      'A: Con el profesional de {especialidad} que te atendió la última vez. Si preferís otro, te lo puedo cambiar.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Cubre mi obra social?',
      'A: Sí, el turno está autorizado por tu cobertura. Solo tenés que abonar el coseguro si tu plan lo tiene.',
    ),
    parseSimulatedScriptLines('U: Perdón, se cortó un poco. ¿A qué hora dijiste?', 'A: A las {hora}, el {fecha}.'),
  ],
  voicemail: parseSimulatedScriptLines(
    'A: Hola, {nombre}, te habla {agente}, de {empresa}. Te recordamos tu turno de {especialidad} del {fecha} a las {hora}. Para reprogramarlo, respondé a este número.',
  ),
  summaries: {
    achieved: ['{nombre} confirmó su turno de {especialidad} del {fecha} a las {hora}.'],
    undecided: ['{nombre} no pudo confirmar el turno; se lo mantiene hasta mañana y se le ofreció el {dia}.'],
    refused: ['{nombre} canceló el turno de {especialidad} y no quiso reprogramarlo.'],
    wrong_person: ['Atendió otra persona; se dejó el aviso para {nombre}.'],
  },
  variables: (random) => ({
    especialidad: random.pick([
      'clínica médica',
      'cardiología',
      'oftalmología',
      'traumatología',
      'ginecología',
      'dermatología',
    ]),
    fecha: `${pickRandomWeekdayName(random)} ${random.int(1, 28)}`,
    hora: `${random.int(8, 18)}:${random.pick(['00', '15', '30', '45'])}`,
    dia: pickRandomWeekdayName(random),
    direccion: generateSimulatedStreetAddress(random),
  }),
  collects: ['fecha', 'hora'],
};
