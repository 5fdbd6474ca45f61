import { expect, it } from 'vitest';
import type { LiveTranscriptLine } from '../../../../contract/live-lines.ts';
import { toLiveTranscriptItems } from './live-items.ts';

const said = (id: string, second: number): LiveTranscriptLine => ({
  id,
  second,
  arrival: 0,
  isPreSession: false,
  kind: 'speech',
  speaker: 'agent',
  text: 'Hola',
  isBackchannel: false,
});

it('a hit stands after the line that was hit and before the next', () => {
  const { spoken } = toLiveTranscriptItems(
    [said('1', 0), said('2', 3.8), said('3', 5)],
    [
      { rule: 'phrase', second: 3 },
      { rule: 'silence', second: 60 },
    ],
  );
  expect(spoken.map(({ id }) => id)).toEqual(['1', '2', 'attention:phrase:3', '3', 'attention:silence:60']);
});
