import { describe, expect, it } from 'vitest';
import { bindFormat } from '../../format/regional-format.ts';
import { defaultRegional } from '../../format/regional.ts';
import { costCents, customVariables, latencyOf, readAnalysis, tokenUsage, toRows } from './call-values.ts';

const format = bindFormat(defaultRegional);

describe('toRows', () => {
  it('writes every shape of value', () => {
    expect(toRows({ csat: 4.5, compromiso: true, motivo: 'pago', vacio: '', nada: null }, 'Valor', format).map(({ name, text }) => [name, text])).toEqual([
      ['csat', '4,5'],
      ['compromiso', 'Sí'],
      ['motivo', 'pago'],
      ['vacio', '-'],
      ['nada', '-'],
    ]);
    expect(toRows({ items: [{ id: 1 }] }, 'Valor', format)).toEqual([{ name: 'items', text: '[\n  {\n    "id": 1\n  }\n]', isBlock: true }]);
  });

  it('takes what is no map as one value, and nothing as none', () => {
    expect(toRows('libre', 'Valor', format)).toEqual([{ name: 'Valor', text: 'libre', isBlock: false }]);
    expect(toRows(['a'], 'Valor', format)).toEqual([{ name: 'Valor', text: '[\n  "a"\n]', isBlock: true }]);
    expect([null, undefined, '', [], {}].flatMap((value) => toRows(value, 'Valor', format))).toEqual([]);
  });
});

describe('customVariables', () => {
  it('leaves out what every campaign sends', () => {
    expect(customVariables({ campaign_id: 'c', phone_number: '+54', first_name: 'A', last_name: 'B', deuda: '100' })).toEqual({ deuda: '100' });
    expect(customVariables(null)).toEqual({});
  });
});

describe('readAnalysis', () => {
  const call = { userSentiment: 'Neutral', callSuccessful: null };

  it('is null without one', () => {
    expect(readAnalysis({ ...call, callAnalysis: null })).toBeNull();
    expect(readAnalysis({ ...call, callAnalysis: {} })).toBeNull();
  });

  it('reads what is there and guesses nothing', () => {
    expect(readAnalysis({ ...call, callAnalysis: { call_summary: 'Bien', in_voicemail: false, custom_analysis_data: [1] } })).toEqual({
      summary: 'Bien',
      sentiment: 'Neutral',
      isSuccessful: null,
      inVoicemail: false,
      custom: [1],
    });
    expect(readAnalysis({ ...call, callAnalysis: { call_summary: 7, call_successful: 'yes' } })).toMatchObject({ summary: null, isSuccessful: null });
  });
});

describe('figures', () => {
  it('knows a cost of 0 from an unknown one', () => {
    expect(costCents({ callCost: { combined_cost: 12.3 } })).toBe(12.3);
    expect(costCents({ callCost: { combined_cost: 0 } })).toBe(0);
    expect([null, {}, { combined_cost: '12' }, { combined_cost: Number.NaN }].map((callCost) => costCents({ callCost }))).toEqual([null, null, null, null]);
  });

  it('has no token usage when the average or the number of requests is 0', () => {
    expect(tokenUsage({ llmTokenUsage: { average: 120.5, num_requests: 3 } })).toEqual({ average: 120.5, requests: 3 });
    const none = [null, {}, { average: 0, num_requests: 3 }, { average: 120, num_requests: 0 }];
    expect(none.map((llmTokenUsage) => tokenUsage({ llmTokenUsage }))).toEqual([null, null, null, null]);
  });

  it('reads percentiles and averages, and takes 0 for missing', () => {
    const latency = { e2e: { p50: 900, p90: 1_400, min: 0 }, llm: { average_ms: 500 }, tts: 7 };
    const none = { p50: null, p90: null, min: null, average: null };
    expect(latencyOf({ latency }, 'e2e')).toEqual({ ...none, p50: 900, p90: 1_400 });
    expect(latencyOf({ latency }, 'llm')).toEqual({ ...none, average: 500 });
    expect(latencyOf({ latency }, 'tts')).toEqual(none);
    expect(latencyOf({ latency: null }, 'e2e')).toEqual(none);
  });
});
