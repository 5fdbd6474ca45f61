import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OptionList } from './option-list.tsx';

const chosen = vi.fn<(value: string) => void>();
const agents = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: `agent_${index}`, label: `Agente ${index}` }));
const texts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  chosen.mockClear();
});

it('finds one of many by a part of its name, without accents, by keyboard alone', () => {
  const options = [...agents(400), { value: 'night', label: 'Recuperación Nocturna' }];
  render(<OptionList label="Agente" options={options} value="agent_3" onChoose={chosen} />);
  const field = screen.getByRole('combobox', { name: 'Buscar en Agente' });
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Agente 3');
  expect(texts()).toHaveLength(200);
  expect(screen.getByText('Y 201 más: escribe para verlos.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'nocturna recuperacion' } });
  expect(texts()).toEqual(['Recuperación Nocturna']);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(chosen).toHaveBeenCalledExactlyOnceWith('night');
  fireEvent.change(field, { target: { value: 'zzz' } });
  expect(screen.getByText('Nada coincide con «zzz»')).toBeTruthy();
});

it('moves by arrows and letters in a short list, from what is chosen', () => {
  const options = ['Hoy', 'Ayer', 'Siete'].map((label) => ({ value: label, label }));
  render(<OptionList label="Días" options={options} value="Ayer" onChoose={chosen} />);
  const list = screen.getByRole('listbox', { name: 'Días' });
  expect(document.activeElement).toBe(list);
  const active = () => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent;
  expect(active()).toBe('Ayer');
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  expect(active()).toBe('Siete');
  fireEvent.keyDown(list, { key: 'h' });
  expect(active()).toBe('Hoy');
  fireEvent.keyDown(list, { key: 'End' });
  fireEvent.keyDown(list, { key: ' ' });
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Siete');
});
