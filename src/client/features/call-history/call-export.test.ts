import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server.ts';
import { cancelCallExport, estimateExportSecondsLeft, startCallExport, useCallExport } from './call-export.ts';

/** Files that the browser got to save. */
let saved: Blob[];
let server: FakeServer;

beforeEach(() => {
  saved = [];
  setTabWorkspace('w1');
  server = startFakeServer({});
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${saved.push(file)}`,
      revokeObjectURL: () => undefined,
    }),
  );
});

afterEach(() => {
  cancelCallExport();
  vi.unstubAllGlobals();
});

const order = { query: { status: 'ended' }, write: String } as const;
const file = (body: ReadableStream<Uint8Array> | string) => () =>
  new Response(body, {
    headers: { 'content-disposition': 'attachment; filename="llamadas-2026-11-21.csv"', 'x-total-count': '2' },
  });

function brokenStream(): ReadableStream<Uint8Array> {
  let pulls = 0;
  return new ReadableStream({
    pull(controller) {
      pulls += 1;
      if (pulls === 1) controller.enqueue(new TextEncoder().encode('Fecha;Estado\r\nhoy;Exi'));
      else controller.error(new TypeError('terminated'));
    },
  });
}

describe('startExport', () => {
  it('saves nothing of a file that breaks off, and the whole of the next try', async () => {
    const { result } = renderHook(() => useCallExport());
    server.answer('exportCalls', file(brokenStream()));
    await startCallExport(order);
    await waitFor(() => expect(result.current).toMatchObject({ kind: 'failed', order }));
    expect(saved).toEqual([]);

    const whole = 'Fecha;Estado\r\nhoy;Exitosa\r\nayer;"Fallida\r\n"\r\n';
    server.answer('exportCalls', file(whole));
    await startCallExport(order);
    await waitFor(() => expect(result.current).toEqual({ kind: 'idle' }));
    await expect(saved[0]?.text()).resolves.toBe(whole);
  });

  it('ends with the workspace that it was begun in, whatever still comes', async () => {
    const { result } = renderHook(() => useCallExport());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    server.answer('exportCalls', file(readable));
    const ended = startCallExport(order);
    await waitFor(() => expect(result.current.kind).toBe('running'));
    setTabWorkspace('w2');
    await waitFor(() => expect(result.current.kind).toBe('idle'));
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode('Fecha\r\n'));
    await writer.close();
    await ended;
    expect(saved).toEqual([]);
    expect(result.current.kind).toBe('idle');
  });

  it('says nothing in another workspace of one that failed, which would be ordered there', async () => {
    const { result } = renderHook(() => useCallExport());
    server.answer('exportCalls', file(brokenStream()));
    await startCallExport(order);
    await waitFor(() => expect(result.current.kind).toBe('failed'));
    setTabWorkspace('w2');
    await waitFor(() => expect(result.current.kind).toBe('idle'));
  });
});

describe('secondsLeft', () => {
  it('goes by the pace so far, and says nothing of the first second', () => {
    expect(estimateExportSecondsLeft(12_000, 1_000_000, 240)).toBeNull();
    expect(estimateExportSecondsLeft(100_000, 1_000_000, 2_000)).toBe(18);
    expect(estimateExportSecondsLeft(12_000, null, 5_000)).toBeNull();
    expect(estimateExportSecondsLeft(1_000_100, 1_000_000, 5_000)).toBe(0);
  });
});
