// States of the agents that take long on a real server: the key refused before any agent is known, and old data.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Agent } from '../../../contract/agents.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { failure, json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import './agents-page.tsx';

const agent: Agent = {
  agent_id: 'agent_1',
  agent_name: 'Cobranza',
  version: 3,
  is_published: true,
  live_version: null,
  language: ['es-AR', 'pt-BR'],
  voice_id: 'voz',
  voice_model: null,
  voice_temperature: null,
  voice_speed: null,
  voicemail_action: null,
  ambient_sound: null,
  responsiveness: null,
  interruption_sensitivity: null,
  enable_backchannel: null,
  response_engine: null,
  events_to: 'account',
  webhook_host: null,
  webhook_url: null,
  last_modification_timestamp: null,
};

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says what to check when the key is refused and nothing is known, and tries again', async () => {
  const server = startServer({ listProviderAgents: failure(502, 'key_rejected') });
  openApp('/agentes');
  const text = 'Error al cargar los agentes. Verifica que la API key de Retell.AI esté configurada correctamente.';
  expect(await screen.findByText(text)).toBeTruthy();
  server.answer('listProviderAgents', json<'listProviderAgents'>([agent]));
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Cobranza')).toBeTruthy();
  expect(screen.queryByText(text)).toBeNull();
});

it('does not blame the key while the provider is away', async () => {
  startServer({ listProviderAgents: failure(502, 'provider_unavailable') });
  openApp('/agentes');
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy();
  expect(screen.queryByText(/API key/i)).toBeNull();
});

it('shows the last known agents with their age, and whether they are being asked for or could not be', async () => {
  const ago = (minutes: number) => ({ 'x-fetched-at': new Date(Date.now() - minutes * 60_000).toISOString() });
  const away = { 'x-fetch-failed': 'true' };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = startServer({ listProviderAgents: json<'listProviderAgents'>([agent], ago(13)) });
  openApp('/agentes');
  expect(await screen.findByText('Cobranza')).toBeTruthy();
  expect(screen.getByText(/^Datos de Retell del \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\. Actualizando…$/)).toBeTruthy();

  server.answer('listProviderAgents', json<'listProviderAgents'>([agent], { ...ago(13), ...away }));
  vi.advanceTimersByTime(3_000);
  expect(
    await screen.findByText(
      /^No se pudo consultar a Retell\. Se muestran los datos del \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\.$/,
    ),
  ).toBeTruthy();
  cleanup();

  server.answer('listProviderAgents', json<'listProviderAgents'>([agent], { ...ago(1), ...away }));
  openApp('/agentes');
  expect(await screen.findByText(/^Datos de Retell del \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/)).toBeTruthy();
});

/** An agent of which only the name is known. */
const bare: Agent = { ...agent, version: null, is_published: null, language: null, voice_id: null };

it.each([
  ['cards', false],
  ['a table', true],
])('says in %s why something of an agent is not known', async (_, hasRoom) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: hasRoom,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  startServer({ listProviderAgents: json<'listProviderAgents'>([bare]) });
  openApp('/agentes');
  const list = await screen.findByRole(hasRoom ? 'table' : 'list', { name: 'Agentes' });
  const reasons = [
    'Retell no informó si el agente está publicado.',
    'Retell no informó la voz del agente.',
    'Retell no informó el idioma del agente.',
    'Retell no informó la velocidad de la voz ni la capacidad de respuesta del agente.',
    'Retell no informó cuándo se modificó el agente.',
  ];
  expect(
    within(list)
      .getAllByText('Sin datos')
      .map((unknown) => unknown.textContent),
  ).toEqual(reasons.map((reason) => `Sin datos: ${reason}`));
});

it('says in an agent’s window which version calls use where it is not the newest', async () => {
  startServer({ listProviderAgents: json<'listProviderAgents'>([{ ...agent, version: 4, live_version: 3 }]) });
  openApp('/agentes?agente=agent_1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Detalles del Agente' }));
  dialog.getByText('v4, la más nueva. Las llamadas usan la v3.');
  dialog.getByText('Publicado');
});

it('says in an agent’s window, tab by tab, why something is not known', async () => {
  startServer({ listProviderAgents: json<'listProviderAgents'>([bare]) });
  openApp('/agentes?agente=agent_1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Detalles del Agente' }));
  const reasonsIn = (tab: string): (string | null)[] => {
    fireEvent.mouseDown(dialog.getByRole('tab', { name: tab }), { button: 0 });
    return dialog.getAllByText('Sin datos').map((unknown) => unknown.textContent);
  };
  const detail = 'Sin datos: Retell no informó este dato del agente.';
  expect(reasonsIn('General')).toEqual([
    detail,
    'Sin datos: Retell no informó si el agente está publicado.',
    'Sin datos: Retell no informó el idioma del agente.',
  ]);
  expect(reasonsIn('Voz')).toEqual(Array(4).fill(detail));
  expect(reasonsIn('Comportamiento')).toEqual(Array(4).fill(detail));
  expect(reasonsIn('Técnico')).toEqual(Array(2).fill(detail));
});
