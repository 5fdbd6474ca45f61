import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function Searched({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [value, setValue] = useState('');
  const search = (text: string) => (onSearch(text), setValue(text));
  return (
    <>
      <SearchInput label="Buscar" placeholder="" value={value} onSearch={search} />
      <button type="button" onClick={() => setValue('')}>
        Limpiar
      </button>
    </>
  );
}

it('asks once the typing pauses, and at once when it is left, so that what clears it clears it for good', async () => {
  const asked = vi.fn<(text: string) => void>();
  render(<Searched onSearch={asked} />);
  const field = screen.getByLabelText<HTMLInputElement>('Buscar');
  fireEvent.change(field, { target: { value: 'an' } });
  await pass(200);
  fireEvent.change(field, { target: { value: 'ana ' } });
  await pass(249);
  expect(asked).not.toHaveBeenCalled();
  await pass(1);
  expect(asked.mock.calls).toEqual([['ana']]);
  // The blank stays, for the next word.
  expect(field.value).toBe('ana ');
  fireEvent.change(field, { target: { value: 'eva' } });
  fireEvent.blur(field);
  expect(asked.mock.calls).toEqual([['ana'], ['eva']]);
  fireEvent.click(screen.getByText('Limpiar'));
  await pass(1_000);
  expect(field.value).toBe('');
  expect(asked).toHaveBeenCalledTimes(2);
});
