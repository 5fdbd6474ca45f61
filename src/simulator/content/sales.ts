// Sale of an internet plan.
import { generateSimulatedPesoAmount, pickRandomWeekdayName, generateSimulatedStreetAddress } from './people.ts';
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedConversationScript } from './script.ts';

export const simulatedSalesConversationScript: SimulatedConversationScript = {
  goal: 'Vender el plan de internet ofrecido',
  opening: parseSimulatedScriptLines(
    'A: Hola, ¿hablo con {nombre}? | Buenas tardes, ¿con {nombre}?',
    'U: Sí, ¿quién habla? | Sí, decime.',
    'A: ¿Cómo andás, {nombre}? Soy {agente}, de {empresa}. Te llamo porque ya llegó la fibra óptica a tu cuadra y tenés un beneficio disponible.',
    'U: Ah, mirá, yo tengo otra compañía. | ¿Y qué beneficio es? | Bueno, contame.',
    'A: Te cuento: son {megas} megas simétricos por {precio} por mes, precio congelado por seis meses, con instalación bonificada y el router incluido.',
  ),
  achieved: parseSimulatedScriptLines(
    'U: Uh, está mejor que lo que pago ahora. | La verdad que me conviene, estoy pagando más por menos.',
    'A: ¿Viste? Además, el primer mes es gratis. Si querés, te lo dejo pedido ahora mismo.',
    'U: Dale, ¿qué necesitás? | Bueno, dale, probemos.',
    'A: Necesito confirmar la dirección de instalación. ¿Seguís en {direccion}?',
    'U: Sí, ahí mismo. | Sí, timbre dos.',
    'A(agendar_instalacion): Perfecto. El técnico puede ir el {dia} entre las 9 y las 13. ¿Va a haber alguien en casa?',
    'U: Sí, a la mañana estoy. | Sí, mi marido está.',
    'A: ¡Bárbaro! Te llega la confirmación por WhatsApp. ¡Bienvenido a {empresa}, {nombre}!',
    'U: Gracias, che. ¡Hasta luego! | Buenísimo, gracias.',
  ),
  undecided: parseSimulatedScriptLines(
    'U: Suena bien, pero lo quiero comparar. | ¿Me lo podés mandar por escrito?',
    'A: Obvio, te mando la propuesta por WhatsApp y la podés ver tranquilo. Vale hasta el {dia}.',
    'U: Dale, mandame y lo veo. | Listo, cualquier cosa llamo.',
    'A: Perfecto. ¡Gracias, {nombre}, que estés bien!',
  ),
  refused: parseSimulatedScriptLines(
    'U: No, gracias, no me interesa. | No, ya probé con ustedes y me fue mal.',
    'A: Entiendo. ¿Te puedo preguntar qué es lo que más valorás de tu servicio actual?',
    'U: No, la verdad que estoy ocupado. No me llamen más, por favor. | No, gracias, chau.',
    'A: Está bien, {nombre}, gracias por atenderme.',
  ),
  wrongPerson: parseSimulatedScriptLines(
    'U: No, {nombre} no vive más acá. | No, número equivocado.',
    'A: Ah, disculpá. ¿A vos te interesaría conocer el plan de internet?',
    'U: No, gracias. | No, alquilo por día, no me sirve.',
    'A: Gracias igual. ¡Que tengas buen día!',
  ),
  asides: [
    parseSimulatedScriptLines(
      'U: ¿Y después de los seis meses a cuánto se va?',
      'A: Después pasa al precio de lista con un veinte por ciento de descuento por ser cliente nuevo.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Tiene permanencia?',
      'A: No, no tiene permanencia: si no te convence, lo das de baja cuando quieras y sin cargo.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Y anda bien? Porque acá se corta la luz seguido.',
      'A: La fibra no depende del cobre, así que es mucho más estable. Y tenés soporte las veinticuatro horas.',
    ),
    parseSimulatedScriptLines(
      'U: ¿Incluye teléfono o tele?',
      'A: Por {precio} es internet solo; la tele la podés sumar después desde la app.',
    ),
  ],
  voicemail: parseSimulatedScriptLines(
    'A: Hola, {nombre}, soy {agente}, de {empresa}. Tenés un beneficio de fibra óptica de {megas} megas para tu domicilio. ¡Llamanos y lo activás!',
  ),
  summaries: {
    achieved: ['{nombre} contrató el plan de {megas} megas por {precio}. Instalación el {dia} en {direccion}.'],
    undecided: ['{nombre} se mostró interesado en los {megas} megas y pidió la propuesta por escrito.'],
    refused: ['{nombre} no quiso el plan de internet.'],
    wrong_person: ['El número ya no corresponde a {nombre}.'],
  },
  variables: (random) => ({
    megas: random.pick(['100', '300', '500', '1000']),
    precio: generateSimulatedPesoAmount(random, 14_000, 42_000),
    direccion: generateSimulatedStreetAddress(random),
    dia: pickRandomWeekdayName(random),
  }),
  collects: ['megas', 'direccion', 'dia'],
};
