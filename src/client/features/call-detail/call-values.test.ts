import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import {
  isAnalysisPending,
  getCallCostCents,
  pickCustomCallVariables,
  getCallLatencyFigures,
  listCallProductCosts,
  parseCallAnalysis,
  getCallTokenUsage,
  toDisplayValueNode,
  toDisplayValueRows,
  getDisplayNodeText,
} from './call-values.ts';

const format = createRegionalFormat(defaultRegionalSettings);

function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...stringsOf(each),
  ]);
}

const written = (value: unknown) =>
  toDisplayValueRows(value, 'Valor', format).map(({ name, node }) => [
    name,
    node.kind === 'text' ? node.text : node.kind,
  ]);

describe('toRows', () => {
  it('writes every shape of value', () => {
    expect(
      written({ csat: 4.5, compromiso: true, motivo: 'pago', vacio: '', nada: null, lista: [], mapa: {} }),
    ).toEqual([
      ['csat', '4,5'],
      ['compromiso', 'Sí'],
      ['motivo', 'pago'],
      ['vacio', '-'],
      ['nada', '-'],
      ['lista', 'Vacío'],
      ['mapa', 'Vacío'],
    ]);
    expect(toDisplayValueNode({ items: [{ id: 1 }, false] }, format)).toEqual({
      kind: 'map',
      entries: [
        {
          name: 'items',
          raw: [{ id: 1 }, false],
          node: {
            kind: 'list',
            items: [
              { kind: 'map', entries: [{ name: 'id', raw: 1, node: { kind: 'text', text: '1' } }] },
              { kind: 'text', text: 'No' },
            ],
          },
        },
      ],
    });
  });

  it('takes what is no map as one value, and nothing as none', () => {
    expect(written('libre')).toEqual([['Valor', 'libre']]);
    expect(written(['a'])).toEqual([['Valor', 'list']]);
    expect([null, undefined, '', [], {}].flatMap(written)).toEqual([]);
  });

  it('never shows an object as such, whatever comes, and loses no text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const words = getDisplayNodeText(toDisplayValueNode(value, format));
        expect(words).not.toContain('[object');
        for (const text of stringsOf(value)) if (text.trim() !== '') expect(words).toContain(text);
      }),
    );
  });
});

describe('customVariables', () => {
  it('leaves out what every campaign sends', () => {
    expect(
      pickCustomCallVariables({ campaign_id: 'c', phone_number: '+54', first_name: 'A', last_name: 'B', deuda: '100' }),
    ).toEqual({ deuda: '100' });
    expect(pickCustomCallVariables(null)).toEqual({});
  });
});

describe('readAnalysis', () => {
  const call = { userSentiment: 'Neutral', callSuccessful: null };

  it('is null without one', () => {
    expect(parseCallAnalysis({ ...call, callAnalysis: null })).toBeNull();
    expect(parseCallAnalysis({ ...call, callAnalysis: {} })).toBeNull();
  });

  it('reads what is there and guesses nothing', () => {
    expect(
      parseCallAnalysis({
        ...call,
        callAnalysis: { call_summary: 'Bien', in_voicemail: false, custom_analysis_data: [1] },
      }),
    ).toEqual({
      summary: 'Bien',
      sentiment: 'Neutral',
      isSuccessful: null,
      inVoicemail: false,
      custom: [1],
    });
    expect(parseCallAnalysis({ ...call, callAnalysis: { call_summary: 7, call_successful: 'yes' } })).toMatchObject({
      summary: null,
      isSuccessful: null,
    });
  });
});

describe('figures', () => {
  it('knows a cost of 0 from an unknown one', () => {
    expect(getCallCostCents({ callCost: { combined_cost: 12.3 }, costCents: 4 })).toBe(12.3);
    expect(getCallCostCents({ callCost: { combined_cost: 0 }, costCents: 4 })).toBe(0);
    expect(
      [null, {}, { combined_cost: '12' }, { combined_cost: Number.NaN }].map((callCost) =>
        getCallCostCents({ callCost, costCents: null }),
      ),
    ).toEqual([null, null, null, null]);
  });

  it('breaks a cost down by product, dearest first', () => {
    const product_costs = [
      { product: 'voz', cost: 1 },
      { product: 'gpt', cost: 3, is_transfer_leg_cost: true },
      { product: 7, cost: 1 },
      null,
    ];
    expect(listCallProductCosts({ callCost: { product_costs } })).toEqual([
      { product: 'gpt', cents: 3, percent: 75, isTransferLeg: true },
      { product: 'voz', cents: 1, percent: 25, isTransferLeg: false },
    ]);
    expect([null, {}, { product_costs: 'x' }].flatMap((callCost) => listCallProductCosts({ callCost }))).toEqual([]);
  });

  it('has no token usage when the average or the number of requests is 0', () => {
    expect(getCallTokenUsage({ llmTokenUsage: { average: 120.5, num_requests: 3 } })).toEqual({
      average: 120.5,
      requests: 3,
      spread: null,
    });
    expect(getCallTokenUsage({ llmTokenUsage: { average: 120, num_requests: 2, values: [150, 90] } })?.spread).toEqual({
      least: 90,
      most: 150,
    });
    const none = [null, {}, { average: 0, num_requests: 3 }, { average: 120, num_requests: 0 }];
    expect(none.map((llmTokenUsage) => getCallTokenUsage({ llmTokenUsage }))).toEqual([null, null, null, null]);
  });

  it('reads percentiles and averages, and takes 0 for missing', () => {
    const latency = {
      e2e: { p50: 900, p90: 1_400, min: 0, values: [900, 0, 'x', 1_400] },
      llm: { average_ms: 500 },
      tts: 7,
    };
    const none = { p50: null, p90: null, min: null, average: null, values: [] };
    expect(getCallLatencyFigures({ latency }, 'e2e')).toEqual({ ...none, p50: 900, p90: 1_400, values: [900, 1_400] });
    expect(getCallLatencyFigures({ latency }, 'llm')).toEqual({ ...none, average: 500 });
    expect(getCallLatencyFigures({ latency }, 'tts')).toEqual(none);
    expect(getCallLatencyFigures({ latency: null }, 'e2e')).toEqual(none);
  });
});

describe('awaitsAnalysis', () => {
  const endTimestamp = '2026-11-21T12:00:00.000Z';
  const end = Date.parse(endTimestamp);

  it('waits while the call goes on and a little longer, and not where no end is known', () => {
    expect(isAnalysisPending({ callStatus: 'in_progress', endTimestamp: null }, end)).toBe(true);
    expect(
      [0, 119_999, 120_000].map((ms) => isAnalysisPending({ callStatus: 'ended', endTimestamp }, end + ms)),
    ).toEqual([true, true, false]);
    expect(isAnalysisPending({ callStatus: 'not_connected', endTimestamp: null }, end)).toBe(false);
  });
});
