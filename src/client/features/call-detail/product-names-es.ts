/** Display names of the products on the provider's bill for a call. */
import { findLabelEntry } from '../../../labels/known.ts';

const names: Readonly<Record<string, string>> = {
  retell_voice_engine: 'Motor de voz de Retell',
  retell_platform_tts: 'Voz de Retell',
  elevenlabs_tts: 'Voz de ElevenLabs',
  openai_tts: 'Voz de OpenAI',
  cartesia_tts: 'Voz de Cartesia',
  minimax_tts: 'Voz de MiniMax',
  knowledge_base: 'Base de conocimiento',
  custom_telephony: 'Telefonía propia',
};

/**
 * Returns the display name of a billed product. If our list lacks the product, the name is derived from the product's
 * code: 'gpt_4_1' → 'GPT 4.1'.
 */
export function getBilledProductName(code: string): string {
  const spelled = code.replace(/(?<=\d)_(?=\d)/g, '.').replaceAll('_', ' ');
  return (
    findLabelEntry(names, code) ?? spelled.replace(/^gpt\b/, 'GPT').replace(/^\p{Ll}/u, (first) => first.toUpperCase())
  );
}
