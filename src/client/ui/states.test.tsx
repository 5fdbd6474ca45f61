// Empty, failed and forbidden have different pictures; drawings of empty ones are small, and load on demand.
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import EmptyStatePicture, { emptyStatePictureDrawings } from './empty-pictures.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from './states.tsx';

afterEach(cleanup);
const names = Object.keys(emptyStatePictureDrawings) as (keyof typeof emptyStatePictureDrawings)[];

it('has a drawing of its own for each name, of at most 1 KiB and within its frame', () => {
  const drawn = names.map((name) => render(<EmptyStatePicture name={name} />).container.innerHTML);
  expect(new Set(drawn).size).toBe(names.length);
  for (const html of drawn) expect(html.length).toBeLessThanOrEqual(1_024);
});

it('shows the drawing where nothing is, and none where a read failed or is forbidden', async () => {
  const { container } = render(<EmptyState picture="campaigns" title="Nada" />);
  expect(container.textContent).toBe('Nada');
  await waitFor(() => expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 120 72'));
  for (const state of [
    <FailedReadState key="f" text="Falló" onRetry={() => undefined} />,
    <ForbiddenState key="n" />,
  ]) {
    const other = render(state).container;
    expect(other.querySelector('svg[viewBox="0 0 120 72"]')).toBeNull();
    expect(other.querySelector('svg')).not.toBeNull();
    expect(other.querySelector('button, a')).not.toBeNull();
  }
});
