import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { failure, json, startFakeServer } from '../../testing/fake-server.ts';
import PasskeySignInButton from './passkey-button.tsx';

/** The browser's half: it suggests, and the test says which passkey is picked. */
const browser = vi.hoisted(() => ({ pick: (): Promise<unknown> => Promise.reject(new Error('nothing picked')) }));
vi.mock('../../session/passkey-ceremonies.ts', () => ({
  isPasskeyAutofillSupported: () => Promise.resolve(true),
  cancelPasskeySigning: () => {},
  requestBrowserPasskeyAssertion: () => browser.pick(),
}));

const options = json<'beginPasskeySignIn'>({
  challenge: 'x',
  rpId: 'localhost',
  timeout: 1,
  allowCredentials: [],
  userVerification: 'required',
});
const passkey = { id: 'a', clientDataJSON: 'b', authenticatorData: 'c', signature: 'd' };

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', {});
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Draws the button, waits until the suggestion has come to its end, and answers what was said of it. */
async function suggest(): Promise<unknown[]> {
  const onFailure = vi.fn();
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <PasskeySignInButton disabled={false} onFailure={onFailure} />
      </QueryClientProvider>,
    );
    await vi.dynamicImportSettled();
  });
  await act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  return onFailure.mock.calls.flat();
}

it('says nothing of a suggestion that cannot be made, because nobody asked for it', async () => {
  const server = startFakeServer({ beginPasskeySignIn: failure(429, 'too_many_requests') });
  expect(await suggest()).toEqual([]);
  expect(server.calls).toEqual(['beginPasskeySignIn']);
  server.answer('beginPasskeySignIn', options);
  browser.pick = () => Promise.reject(new Error('the browser failed'));
  cleanup();
  expect(await suggest()).toEqual([]);
  expect(screen.getByRole('button', { name: 'Entrar con passkey' })).toHaveProperty('disabled', false);
});

it('says why the server refused a suggested passkey that the person picked', async () => {
  startFakeServer({ beginPasskeySignIn: options, signInByPasskey: failure(401, 'invalid_credentials') });
  browser.pick = () => Promise.resolve(passkey);
  expect(await suggest()).toEqual(['Credenciales inválidas']);
});
