// Inbound customer service.
import { generateSimulatedPesoAmount, pickRandomWeekdayName } from './people.ts';
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedConversationScript } from './script.ts';

/** Customers' problems: first as the customer says them, then in the words of the call's summary. */
const problems = [
  { problema: 'no me llegó la factura de este mes', tema: 'una factura que no llegó' },
  { problema: 'se me cortó internet desde ayer', tema: 'un corte de internet' },
  { problema: 'me cobraron dos veces el mismo mes', tema: 'un cobro duplicado' },
  { problema: 'quiero cambiar la tarjeta del débito automático', tema: 'un cambio de tarjeta del débito automático' },
  { problema: 'el pedido figura entregado y no lo recibí', tema: 'un pedido que no recibió' },
  { problema: 'no puedo entrar a la app', tema: 'un problema para entrar a la app' },
] as const;

export const simulatedSupportConversationScript: SimulatedConversationScript = {
  goal: 'Resolver la consulta en el primer contacto',
  opening: parseSimulatedScriptLines(
    'A: Gracias por comunicarte con {empresa}, soy {agente}. ¿En qué te puedo ayudar? | ¡Hola! Te damos la bienvenida a {empresa}. Soy {agente}, contame en qué te ayudo.',
    'U: Hola, mirá, te llamo porque {problema}. | Buenas, tengo un tema: {problema}.',
    'A: Entiendo. Para ayudarte, ¿me decís tu nombre y los últimos tres números del DNI?',
    'U: Sí, {nombre}, {dni}. | Soy {nombre}, terminado en {dni}.',
    'A(buscar_cuenta): Gracias, {nombre}. Ya encontré tu cuenta. Dame un segundito que lo reviso.',
  ),
  achieved: parseSimulatedScriptLines(
    'U: Dale, te espero. | Bueno.',
    'A: Listo, ya lo veo. Es un problema que podemos resolver ahora mismo: te estoy haciendo el ajuste en el sistema.',
    'U: ¿Ah, sí? ¡Buenísimo! | Menos mal.',
    'A(registrar_gestion): Ya quedó hecho. En unos minutos te llega un mensaje con el número de gestión {gestion}. ¿Podés verificar si quedó bien?',
    'U: A ver… sí, ahí está. | Sí, ya lo veo, joya.',
    'A: ¡Qué bueno! ¿Te puedo ayudar con algo más?',
    'U: No, nada más. Muchas gracias, muy amable. | No, eso solo. ¡Gracias!',
    'A: Gracias a vos por comunicarte, {nombre}. ¡Que tengas un excelente día!',
  ),
  undecided: parseSimulatedScriptLines(
    'U: Dale.',
    'A(registrar_gestion): Veo el inconveniente, pero lo tiene que revisar el área técnica. Te generé el reclamo {gestion} y te llaman antes del {dia}.',
    'U: ¿Y no lo pueden ver ahora? | Bueno, pero que llamen, porque la otra vez no me llamó nadie.',
    'A: Lo dejé marcado como prioritario. Te van a llamar a este mismo número.',
    'U: Está bien, espero, entonces. | Bueno, gracias.',
    'A: Gracias por tu paciencia, {nombre}.',
  ),
  refused: parseSimulatedScriptLines(
    'U: Es la cuarta vez que llamo por lo mismo y nadie me da una solución. | Ya me dijeron eso la semana pasada.',
    'A: Te pido disculpas, {nombre}. Entiendo la molestia. Puedo generar un reclamo con prioridad alta.',
    'U: No quiero otro reclamo, quiero hablar con una persona. | No, quiero dar de baja el servicio.',
    'A: Comprendo. En este momento no hay asesores disponibles, pero puedo pedir que te llamen.',
    'U: Siempre lo mismo. Una vergüenza. | No, dejá, voy a hacer la denuncia en Defensa del Consumidor.',
  ),
  wrongPerson: parseSimulatedScriptLines(
    'U: Ah, no, pará, yo quería hablar con otra empresa. | Uh, creo que me equivoqué de número.',
    'A: No hay problema. ¿Te puedo ayudar con algo de {empresa}?',
    'U: No, disculpá. ¡Chau!',
  ),
  asides: [
    parseSimulatedScriptLines('U: ¿Hola? ¿Me escuchás?', 'A: Sí, te escucho perfecto. Seguime contando.'),
    parseSimulatedScriptLines(
      'U: ¿Y cuándo vence la próxima factura?',
      'A: Vence el {dia}, por {monto}. Podés pagarla desde la app o con débito automático.',
    ),
    parseSimulatedScriptLines(
      'U: ¿El horario de las oficinas cuál es?',
      'A: De lunes a viernes de 9 a 18, y los sábados de 9 a 13.',
    ),
    parseSimulatedScriptLines(
      'U: Te paso también el mail, por las dudas.',
      'A: Ya lo tengo cargado, gracias. Si cambió, lo podés actualizar desde la app.',
    ),
  ],
  voicemail: parseSimulatedScriptLines(
    'A: Hola, {nombre}, te devolvemos el llamado de {empresa} por la gestión {gestion}. Te volvemos a llamar.',
  ),
  summaries: {
    achieved: ['{nombre} llamó por {tema}. Se resolvió en el momento (gestión {gestion}).'],
    undecided: ['{nombre} llamó por {tema}. Se derivó al área técnica con el reclamo {gestion}.'],
    refused: ['{nombre} llamó por {tema}. Es un reclamo reiterado; se fue disconforme y pidió hablar con una persona.'],
    wrong_person: ['La persona llamó por error: buscaba otra empresa.'],
  },
  variables: (random) => ({
    ...random.pick(problems),
    dni: `${random.int(100, 999)}`,
    gestion: `${random.int(10_000, 99_999)}`,
    monto: generateSimulatedPesoAmount(random, 9_000, 60_000),
    dia: pickRandomWeekdayName(random),
  }),
  collects: ['gestion'],
};
