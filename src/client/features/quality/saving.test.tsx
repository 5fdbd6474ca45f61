import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { QualityCallReview, QualityForm } from '../../../contract/quality.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { failure, startFakeServer } from '../../testing/fake-server.ts';
import { changeQualityCriterion } from './form-draft.ts';
import { useQualityFormDraft } from './use-form-draft.ts';
import { useCallScoring } from './use-scoring.ts';

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
  const { result } = renderHook(() => useQualityFormDraft(form, async () => form), { wrapper });
  act(() => result.current.change(changeQualityCriterion(result.current.draft, 'a', { text: 'Saludó y se presentó' })));
  act(() => void result.current.save());
  await whenAsked();
  act(() => result.current.change({ ...result.current.draft, passPercent: '90' }));
  answer({ ...form, version: 2, criteria: result.current.draft.criteria });
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  expect(result.current).toMatchObject({ isChanged: true, draft: { passPercent: '90' } });
});

/** A form that is edited while others save it; `newest` is what a new read finds, if it succeeds. */
function editing(put: ReturnType<typeof failure>, newest?: QualityForm) {
  const server = startFakeServer({ putQualityForm: put });
  const client = createQueryClient();
  const { result, rerender } = renderHook(({ saved }) => useQualityFormDraft(saved, async () => newest), {
    initialProps: { saved: form },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return {
    server,
    result,
    type: (passPercent: string) => act(() => result.current.change({ ...result.current.draft, passPercent })),
    arrive: (saved: QualityForm) => rerender({ saved }),
    save: async () => {
      act(() => void result.current.save());
      await waitFor(() => expect(result.current.isSaving).toBe(false));
    },
  };
}

const theirs: QualityForm = { ...form, version: 2, passPercent: 75 };

it('shows at once what others save, unless something is typed', () => {
  const { result, type, arrive } = editing(failure(500, 'internal'));
  arrive(theirs);
  expect(result.current).toMatchObject({ isChanged: false, draft: { passPercent: '75' } });
  type('90');
  arrive({ ...theirs, version: 3, passPercent: 60 });
  expect(result.current).toMatchObject({ isStale: false, base: { version: 2 }, draft: { passPercent: '90' } });
  act(() => result.current.discard());
  expect(result.current.draft.passPercent).toBe('60');
});

it('keeps what is typed when somebody else saved first, and saves it over theirs or drops it', async () => {
  const sent: unknown[] = [];
  const { server, result, type, arrive, save } = editing(failure(409, 'stale_version'), theirs);
  type('90');
  await save();
  arrive(theirs);
  expect(result.current).toMatchObject({ isStale: true, base: theirs, failure: null, draft: { passPercent: '90' } });
  server.answer('putQualityForm', ({ body }) => {
    sent.push(body);
    return Response.json({ ...form, version: 3, passPercent: 90 });
  });
  await save();
  expect(sent).toMatchObject([{ version: 2, passPercent: 90 }]);
  expect(result.current).toMatchObject({ isStale: false, isChanged: false });

  server.answer('putQualityForm', failure(409, 'stale_version'));
  arrive({ ...form, version: 1 });
  type('60');
  await save();
  expect(result.current.isStale).toBe(true);
  act(() => result.current.discard());
  expect(result.current).toMatchObject({ isStale: false, isChanged: false });
});

it('says that nothing was saved where somebody else saved first and what they saved cannot be read', async () => {
  const { result, type, save } = editing(failure(409, 'stale_version'));
  type('90');
  await save();
  expect(result.current.failure).toBe('No se pudo guardar el formulario. Lo que escribiste sigue aquí.');
  expect(result.current.draft.passPercent).toBe('90');
});

it('leads nobody on who left the call while its review was saved', async () => {
  const { wrapper, answer, whenAsked } = held('putCallReview');
  const kept = { draft: null, keep: vi.fn<() => void>(), drop: vi.fn<() => void>() };
  const answers = { a: 'yes' } as const;
  const review: QualityCallReview = {
    form,
    answers,
    note: null,
    reviewedAt: '2026-11-21T12:00:00.000Z',
    reviewedBy: 'Ana',
  } as unknown as QualityCallReview;
  const then = vi.fn<() => void>();
  const { result, unmount } = renderHook(
    () => useCallScoring({ callId: 'call_1', form, review, kept, onStaleForm: async () => undefined }),
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
