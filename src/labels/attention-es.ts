/** Attention rules in Spanish: a name for each, and a sentence for call pages and alerts. */
import type { AttentionRuleKind } from '../contract/attention.ts';

export const attentionRuleLabels: Readonly<
  Record<AttentionRuleKind, { readonly name: string; readonly happened: string }>
> = {
  phrase: { name: 'Frase vigilada', happened: 'Se dijo una palabra o frase vigilada' },
  failed_tool: { name: 'Herramienta fallida', happened: 'Falló una herramienta del agente' },
  repeated_answer: { name: 'Respuesta repetida', happened: 'El agente repitió una respuesta' },
  silence: { name: 'Silencio', happened: 'Nadie habló por un rato' },
  length: { name: 'Llamada larga', happened: 'La llamada pasó la duración máxima' },
};
