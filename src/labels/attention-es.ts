/** Attention rules in words: each as a name, and as a sentence for the conversation and alerts. */
import type { AttentionRule } from '../contract/attention.ts';

export const attentionLabels: Readonly<Record<AttentionRule, { readonly name: string; readonly happened: string }>> = {
  phrase: { name: 'Frase vigilada', happened: 'Se dijo una palabra o frase vigilada' },
  failed_tool: { name: 'Herramienta fallida', happened: 'Falló una herramienta del agente' },
  repeated_answer: { name: 'Respuesta repetida', happened: 'El agente repitió una respuesta' },
  silence: { name: 'Silencio', happened: 'Nadie habló por un rato' },
  length: { name: 'Llamada larga', happened: 'La llamada pasó la duración máxima' },
};
