// Scripts of simulated conversations by name, and lines of answering machines and phone menus.
import type { AgentScriptName } from '../options.ts';
import { appointmentScript } from './appointment.ts';
import { collectionsScript } from './collections.ts';
import { salesScript } from './sales.ts';
import { parseScriptLines } from './script.ts';
import type { ScriptLine, ConversationScript } from './script.ts';
import { supportScript } from './support.ts';
import { surveyScript } from './survey.ts';

export const agentScripts: Record<AgentScriptName, ConversationScript> = {
  collections: collectionsScript,
  appointment: appointmentScript,
  survey: surveyScript,
  sales: salesScript,
  support: supportScript,
};

/** An answering machine's text before the tone. */
export const voicemailGreetingScriptLines: readonly ScriptLine[] = parseScriptLines(
  'U: Te comunicaste con la casilla de mensajes de {nombre}. Dejá tu mensaje después del tono. | El número que usted ha marcado no se encuentra disponible. Deje su mensaje después de la señal. | Hola, ahora no te puedo atender, dejame un mensaje.',
);

/** A phone menu's text. */
export const ivrGreetingScriptLines: readonly ScriptLine[] = parseScriptLines(
  'U: Gracias por comunicarse. Si conoce el número de interno, márquelo ahora. Para ventas, marque uno. Para administración, marque dos. Para volver a escuchar, marque nueve.',
  'A: Parece que se trata de un menú automático. Voy a finalizar la llamada.',
);

/** The person answers while the agent waits. */
export const answeringScriptLines: readonly ScriptLine[] = parseScriptLines('U: ¿Hola? | ¿Sí? | Hola, ¿quién habla?');

/** Script of a call in which the person answers, but the agent never speaks. */
export const abandonedCallScriptLines: readonly ScriptLine[] = parseScriptLines(
  'U: ¿Hola? ¿Hola? | Hola… ¿sí? ¿Quién es?',
);

/** The agent's lines if the user has stopped responding. */
export const silenceScriptLines: readonly ScriptLine[] = parseScriptLines(
  'A: ¿Hola? ¿Seguís ahí? | ¿Me escuchás?',
  'A: Como no te escucho, voy a cortar. ¡Que tengas buen día!',
);

/** Lines of the conversation before a call is handed to a person. */
export const handoverScriptLines: readonly ScriptLine[] = parseScriptLines(
  'U: ¿Me podés pasar con una persona? | Prefiero hablar con un asesor.',
  'A(transferir_llamada): Sí, claro, te paso con un asesor. Aguardá un instante en línea, por favor.',
);
