// Scripts of simulated conversations by name, and lines of answering machines and phone menus.
import type { SimulatedAgentScriptName } from '../options.ts';
import { simulatedAppointmentConversationScript } from './appointment.ts';
import { simulatedDebtConversationScript } from './collections.ts';
import { simulatedSalesConversationScript } from './sales.ts';
import { parseSimulatedScriptLines } from './script.ts';
import type { SimulatedScriptLine, SimulatedConversationScript } from './script.ts';
import { simulatedSupportConversationScript } from './support.ts';
import { simulatedSurveyConversationScript } from './survey.ts';

export const simulatedAgentScripts: Record<SimulatedAgentScriptName, SimulatedConversationScript> = {
  collections: simulatedDebtConversationScript,
  appointment: simulatedAppointmentConversationScript,
  survey: simulatedSurveyConversationScript,
  sales: simulatedSalesConversationScript,
  support: simulatedSupportConversationScript,
};

/** An answering machine's text before the tone. */
export const simulatedVoicemailGreetingLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'U: Te comunicaste con la casilla de mensajes de {nombre}. Dejá tu mensaje después del tono. | El número que usted ha marcado no se encuentra disponible. Deje su mensaje después de la señal. | Hola, ahora no te puedo atender, dejame un mensaje.',
);

/** A phone menu's text. */
export const simulatedIvrGreetingLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'U: Gracias por comunicarse. Si conoce el número de interno, márquelo ahora. Para ventas, marque uno. Para administración, marque dos. Para volver a escuchar, marque nueve.',
  'A: Parece que se trata de un menú automático. Voy a finalizar la llamada.',
);

/** The person answers while the agent waits. */
export const simulatedPersonAnsweringLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'U: ¿Hola? | ¿Sí? | Hola, ¿quién habla?',
);

/** Script of a call in which the person answers, but the agent never speaks. */
export const simulatedAbandonedCallLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'U: ¿Hola? ¿Hola? | Hola… ¿sí? ¿Quién es?',
);

/** The agent's lines if the user has stopped responding. */
export const simulatedSilentPersonLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'A: ¿Hola? ¿Seguís ahí? | ¿Me escuchás?',
  'A: Como no te escucho, voy a cortar. ¡Que tengas buen día!',
);

/** Lines of the conversation before a call is handed to a person. */
export const simulatedHandoverLines: readonly SimulatedScriptLine[] = parseSimulatedScriptLines(
  'U: ¿Me podés pasar con una persona? | Prefiero hablar con un asesor.',
  'A(transferir_llamada): Sí, claro, te paso con un asesor. Aguardá un instante en línea, por favor.',
);
