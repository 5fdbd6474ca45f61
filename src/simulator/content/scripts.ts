// The scripts by name, and the lines that belong to none: answering machines and menus.
import type { ScriptName } from '../options.ts';
import { appointment } from './appointment.ts';
import { collections } from './collections.ts';
import { sales } from './sales.ts';
import { lines } from './script.ts';
import type { Line, Script } from './script.ts';
import { support } from './support.ts';
import { survey } from './survey.ts';

export const agentScripts: Record<ScriptName, Script> = { collections, appointment, survey, sales, support };

/** What an answering machine says before the tone. */
export const voicemailGreeting: readonly Line[] = lines(
  'U: Te comunicaste con la casilla de mensajes de {nombre}. Dejá tu mensaje después del tono. | El número que usted ha marcado no se encuentra disponible. Deje su mensaje después de la señal. | Hola, ahora no te puedo atender, dejame un mensaje.',
);

/** What a telephone menu says. */
export const ivrGreeting: readonly Line[] = lines(
  'U: Gracias por comunicarse. Si conoce el número de interno, márquelo ahora. Para ventas, marque uno. Para administración, marque dos. Para volver a escuchar, marque nueve.',
  'A: Parece que se trata de un menú automático. Voy a finalizar la llamada.',
);

/** Someone answers, and the agent waits for it. */
export const answerTurns: readonly Line[] = lines('U: ¿Hola? | ¿Sí? | Hola, ¿quién habla?');

/** Someone answers and the agent never comes on. */
export const abandoned: readonly Line[] = lines('U: ¿Hola? ¿Hola? | Hola… ¿sí? ¿Quién es?');

/** The user falls silent. */
export const silence: readonly Line[] = lines(
  'A: ¿Hola? ¿Seguís ahí? | ¿Me escuchás?',
  'A: Como no te escucho, voy a cortar. ¡Que tengas buen día!',
);

/** A person takes over. */
export const handover: readonly Line[] = lines(
  'U: ¿Me podés pasar con una persona? | Prefiero hablar con un asesor.',
  'A(transferir_llamada): Sí, claro, te paso con un asesor. Aguardá un instante en línea, por favor.',
);
