// Friendly collection of an overdue instalment.
import { generateSimulatedPesoAmount, pickRandomWeekdayName } from './people.ts';
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedConversationScript } from './script.ts';

export const simulatedDebtConversationScript: SimulatedConversationScript = {
  goal: 'Obtener un compromiso de pago con fecha',
  opening: parseSimulatedScriptLines(
    'A: Hola, buenas, ¿hablo con {nombre}? | Hola, ¿qué tal? ¿Me comunico con {nombre}? | Buen día, ¿estoy hablando con {nombre}?',
    'U: Sí, soy yo. ¿Quién habla? | Sí, él habla. | Sí, decime. | Hola, sí, ¿de parte de quién?',
    'A: Un gusto, {nombre}. Te habla {agente}, de {empresa}. ¿Tenés dos minutitos? | Mi nombre es {agente} y te llamo de {empresa}. ¿Te agarro en un buen momento?',
    'U: Sí, dale, contame. | Estoy laburando, pero decime rápido. | Bueno, a ver, decime.',
    'A(consultar_deuda): Te llamo porque nos figura pendiente la cuota de {monto} que venció el {vencimiento}. Queríamos saber si tuviste algún inconveniente para abonarla.',
  ),
  achieved: parseSimulatedScriptLines(
    'U: Sí, la verdad que se me pasó. Este mes se me juntó todo. | Uy, tenés razón, se me complicó con el alquiler. | Ah, sí, cobro recién la semana que viene.',
    'A: Te entiendo, no te preocupes, le pasa a mucha gente. ¿Para qué día te parece que podés regularizarlo?',
    'U: El {dia} ya te lo puedo pagar. | Ponele el {dia}, que ya cobré. | Y, calculo que el {dia} sin falta.',
    'A(registrar_compromiso): Perfecto, entonces te anoto el compromiso para el {dia} por {monto}. ¿Te mando el link de pago por WhatsApp a este número?',
    'U: Sí, mandámelo por ahí, mejor. | Dale, buenísimo. | Sí, por favor.',
    'A(enviar_link_de_pago): Listo, ya te lo dejé enviado. Te llega con el detalle y los medios de pago. ¿Te puedo ayudar con algo más?',
    'U: No, nada más, gracias. | No, eso era todo. Muchas gracias. | No, te agradezco.',
    'A: Gracias a vos, {nombre}. Que tengas un lindo día. | Gracias por tu tiempo, {nombre}. ¡Hasta luego!',
  ),
  undecided: parseSimulatedScriptLines(
    'U: Mirá, ahora no te puedo confirmar nada, tengo que ver cómo cierro el mes. | No sé, tengo que hablarlo con mi señora.',
    'A: Está bien, lo importante es que lo vayamos viendo. ¿Querés que te ofrezca pagarlo en dos partes sin recargo?',
    'U: Puede ser, pero lo tengo que pensar. | Dejame que lo vea y te digo.',
    'A: Dale, sin problema. ¿Te parece que te llame de nuevo el {dia}?',
    'U: Bueno, llamame ese día. | Sí, mejor, así ya sé.',
    'A(agendar_llamada): Perfecto, te llamo el {dia}. ¡Que andes bien, {nombre}!',
  ),
  refused: parseSimulatedScriptLines(
    'U: No, pará, yo eso ya lo pagué. Ya me llamaron tres veces por lo mismo. | No les voy a pagar nada hasta que me arreglen el servicio.',
    'A: Te pido disculpas por la molestia. ¿Tenés a mano el comprobante para que lo verifiquemos?',
    'U: No, no lo tengo acá, y la verdad que estoy cansado de que llamen. | No tengo por qué mandarles nada.',
    'A(registrar_reclamo): Entiendo tu enojo. Dejo registrado el reclamo para que lo revise un supervisor.',
    'U: Hacé lo que quieras. Chau. | Bueno, no me llamen más.',
  ),
  wrongPerson: parseSimulatedScriptLines(
    'U: No, se equivocó, acá no vive nadie con ese nombre. | No, {nombre} no está, soy el hermano. | No, este número lo tengo hace poco, no la conozco.',
    'A: Ah, disculpame la molestia. ¿Sabés en qué número lo puedo ubicar?',
    'U: No, ni idea. | No sabría decirte.',
    'A: Gracias igual, voy a actualizar el dato. Que tengas buen día.',
  ),
  asides: [
    parseSimulatedScriptLines(
      'U: Perdón, ¿me repetís el monto? No te escuché bien.',
      'A: Sí, claro: son {monto}, con vencimiento el {vencimiento}.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Y me van a cobrar intereses?',
      'A: Si lo abonás antes del {dia}, no te generamos ningún recargo. Después sí se calculan punitorios por día de mora.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Se puede pagar por transferencia?',
      'A: Sí, podés pagar por transferencia, con tarjeta de débito o en cualquier Pago Fácil o Rapipago con el código que te mando.',
    ),
    parseSimulatedScriptLines(
      'U: Esperame un segundito que estoy manejando.',
      'A: Tranquilo, te espero.',
      'U: Listo, ya está, seguí.',
      'A: Genial, gracias por esperar. Sigo, entonces.',
    ),
  ],
  voicemail: parseSimulatedScriptLines(
    'A: Hola, {nombre}. Te habla {agente}, de {empresa}. Te llamaba por la cuota que venció el {vencimiento}. Comunicate con nosotros cuando puedas. ¡Gracias!',
  ),
  summaries: {
    achieved: [
      '{nombre} reconoció la cuota vencida de {monto} y se comprometió a pagarla el {dia}. Pidió el link de pago por WhatsApp.',
    ],
    undecided: ['{nombre} no confirmó una fecha de pago y pidió que lo vuelvan a llamar el {dia}.'],
    refused: [
      '{nombre} rechazó el pago: asegura que ya lo abonó o que el servicio no funciona. Se registró un reclamo para un supervisor.',
    ],
    wrong_person: ['Atendió otra persona; {nombre} no se encuentra en este número. Se pidió actualizar el contacto.'],
  },
  variables: (random) => ({
    monto: generateSimulatedPesoAmount(random, 12_000, 180_000),
    vencimiento: `${random.int(1, 28)} de este mes`,
    dia: pickRandomWeekdayName(random),
  }),
  collects: ['monto', 'dia'],
};
