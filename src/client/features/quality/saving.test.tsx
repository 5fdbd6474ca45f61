import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CallReview, QualityForm } from '../../../contract/quality.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failure, startFakeServer } from '../../testing/fake-server.ts';
import { changeCriterion } from './form-draft.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useScoring } from './use-scoring.ts';

afterEach(() => vi.unstubAllGlobals());

const form: QualityForm = {
  version: 1,
  passPercent: 80,
  criteria: [{ id: 'a', text: 'Saludó', part: 'quality', critical: false }],
};

/** A route whose answer waits until the test gives it. */
function held(name: 'putQualityForm' | 'putCallReview') {
  const answer = Promise.withResolvers<unknown>();
  const server = startFakeServer({ [name]: async () => Response.json(await answer.promise) });
  const client = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return { wrapper, answer: answer.resolve, whenAsked: () => waitFor(() => expect(server.calls).toContain(name)) };
}

it('keeps what is typed into the form while it is saved', async () => {
  const { wrapper, answer, whenAsked } = held('putQualityForm');
  const { result } = renderHook(() => useFormDraft(form, async () => true), { wrapper });
  act(() => result.current.change(changeCriterion(result.current.draft, 'a', { text: 'Saludó y se presentó' })));
  act(() => void result.current.save());
  await whenAsked();
  act(() => result.current.change({ ...result.current.draft, passPercent: '90' }));
  answer({ ...form, version: 2, criteria: result.current.draft.criteria });
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  expect(result.current).toMatchObject({ isUnsaved: true, draft: { passPercent: '90' } });
});

/** A form that is edited and of which others save one version after the other. */
function editing(put: ReturnType<typeof failure>, readAgain = async () => true) {
  startFakeServer({ putQualityForm: put });
  const client = createQueryClient();
  const { result, rerender } = renderHook(({ saved }) => useFormDraft(saved, readAgain), {
    initialProps: { saved: form },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    result,
    type: (passPercent: string) => act(() => result.current.change({ ...result.current.draft, passPercent })),
    arrive: (version: number) => rerender({ saved: { ...form, version } }),
  };
}

it('loses nothing that stands aside, neither by a save, nor by another clash, nor by taking it back', async () => {
  const { result, type, arrive } = editing(() => Response.json({ ...form, version: 3 }));
  const aside = () => result.current.aside.map(({ passPercent }) => passPercent);
  type('90');
  arrive(2);
  act(() => result.current.showSaved());
  expect(aside()).toEqual(['90']);
  type('70');
  act(() => void result.current.save());
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  arrive(3);
  expect(aside()).toEqual(['90']);
  type('60');
  arrive(4);
  act(() => result.current.keepMine());
  expect(result.current).toMatchObject({ isClash: false, draft: { passPercent: '60' } });
  arrive(5);
  act(() => result.current.showSaved());
  expect(aside()).toEqual(['90', '60']);
  type('50');
  act(() => result.current.restore(0));
  expect(result.current.draft.passPercent).toBe('90');
  expect(aside()).toEqual(['50', '60']);
  act(() => result.current.forget(0));
  act(() => result.current.discard());
  act(() => result.current.restore(0));
  expect(result.current.draft.passPercent).toBe('60');
  expect(aside()).toEqual([]);
});

it('says that nothing was saved where somebody else saved first and what they saved cannot be read', async () => {
  const { result, type } = editing(failure(409, 'stale_version'), async () => false);
  type('90');
  act(() => void result.current.save());
  await waitFor(() =>
    expect(result.current.failure).toBe('No se pudo guardar el formulario. Lo que escribiste sigue aquí.'),
  );
  expect(result.current.draft.passPercent).toBe('90');
});

it('leads nobody on who left the call while its review was saved', async () => {
  const { wrapper, answer, whenAsked } = held('putCallReview');
  const kept = { draft: null, keep: vi.fn<() => void>(), drop: vi.fn<() => void>() };
  const answers = { a: 'yes' } as const;
  const review: CallReview = {
    form,
    answers,
    note: null,
    reviewedAt: '2026-11-21T12:00:00.000Z',
    reviewedBy: 'Ana',
  } as unknown as CallReview;
  const then = vi.fn<() => void>();
  const { result, unmount } = renderHook(
    () => useScoring({ callId: 'call_1', form, review, kept, onStaleForm: async () => undefined }),
    { wrapper },
  );
  act(() => void result.current.save(then));
  await whenAsked();
  // What is on its way is all that is saved.
  act(() => result.current.write('tarde'));
  expect(kept.keep).not.toHaveBeenCalled();
  unmount();
  answer({ review });
  await waitFor(() => expect(kept.drop).toHaveBeenCalled());
  expect(then).not.toHaveBeenCalled();
});
