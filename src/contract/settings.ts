/** What a workspace sets for itself. Saved on the server, in effect everywhere. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const timeZones = [
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Bogota',
  'America/Mexico_City',
  'UTC',
] as const;

/** The dispatcher's pace. `reservedLines` are kept free of the provider's concurrency for inbound calls. */
export const dialing = z.object({
  callsPerSecond: z.number().min(0.1).max(200),
  reservedLines: z.number().int().min(0).max(10_000),
});
export type Dialing = z.infer<typeof dialing>;
export const defaultDialing: Dialing = { callsPerSecond: 1, reservedLines: 2 };

export const settings = z.object({
  /** Counts the saves; a PUT that carries an older one answers 409. */
  version: z.number().int(),
  timeZone: z.enum(timeZones),
  dialing,
});
export type Settings = z.infer<typeof settings>;

export const settingsEndpoints = {
  getSettings: endpoint('getSettings', {
    access: { role: 'operator', workspace: 'current' },
    response: settings,
  }),
  putSettings: endpoint('putSettings', {
    // `dialing` changes need an admin; the handler checks.
    access: { role: 'editor', workspace: 'current' },
    body: settings.partial(),
    response: settings,
  }),
};
