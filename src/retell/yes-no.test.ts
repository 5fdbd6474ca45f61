import { describe, expect, it } from 'vitest';
import { analysisFiguresOf, isDoNotCallRequestedInAnalysis } from './analysis-figures.ts';
import { parseWireCall } from './wire-call.ts';
import { parseYesNo } from './yes-no.ts';

const decomposed = 'si\u0301';

describe('readYesNo', () => {
  it.each([
    true,
    1,
    'sí',
    'si',
    'Sí',
    'SÍ',
    decomposed,
    ' Sí. ',
    '¡Sí!',
    '"Yes"',
    'yes',
    'Y',
    'S',
    '1',
    'true',
    'TRUE',
    'verdadero',
    'Verdadera',
    'cierto',
  ])('%j is yes', (value) => expect(parseYesNo(value)).toBe(true));
  it.each([false, 0, 'no', 'No', 'NO.', ' no ', 'N', '0', 'false', 'False', 'falso', 'Falsa'])('%j is no', (value) =>
    expect(parseYesNo(value)).toBe(false),
  );
  it.each([
    null,
    undefined,
    '',
    ' ',
    2,
    -1,
    0.5,
    Number.NaN,
    '-1',
    '2',
    '10',
    'quizás',
    'no sé',
    'sin datos',
    'constructor',
    [],
    {},
    [true],
    'sí'.repeat(40),
  ])('%j is neither', (value) => expect(parseYesNo(value)).toBeNull());
});

it.each(['sí', 'Yes', 1, '1', true, 'true', 'verdadero'])('%j is one wish, one goal, one figure', (yes) => {
  const call_analysis = {
    call_successful: yes,
    in_voicemail: yes,
    custom_analysis_data: { do_not_call: yes, complaint: yes },
  };
  const call = parseWireCall({ call_id: 'c1', call_analysis });
  expect(call?.call_analysis).toMatchObject({ call_successful: true, in_voicemail: true });
  expect(isDoNotCallRequestedInAnalysis(call?.call_analysis)).toBe(true);
  // A number stays a number, because it may be a score. As a share of yes it counts the same.
  expect(Number(analysisFiguresOf(call?.call_analysis)?.['complaint'])).toBe(1);
});
