/** Spanish texts of a user's sessions: device, start, last use, and how the user signed in. */
import type { SecondFactorKind, SignInWay } from '../contract/access.ts';
import { findLabelEntry } from './known.ts';

const wayLabels: Readonly<Record<SignInWay, string>> = {
  password: 'Contraseña',
  passkey: 'Passkey',
  oidc: 'Proveedor de identidad',
};

const secondFactorLabels: Readonly<Record<SecondFactorKind, string>> = {
  totp: 'código',
  recovery: 'código de recuperación',
  passkey: 'passkey',
};

interface SessionWay {
  readonly way: SignInWay;
  readonly secondFactor: SecondFactorKind | null;
}

/** Writes how a user signed in: 'Contraseña y código'. `provider` is the identity provider's name. */
export function describeSignInWay({ way, secondFactor }: SessionWay, provider: string | null): string {
  const first = (way === 'oidc' && provider) || findLabelEntry(wayLabels, way) || 'Otra forma de entrar';
  const second = secondFactor && findLabelEntry(secondFactorLabels, secondFactor);
  return second ? `${first} y ${second}` : first;
}

export const sessionsLabels = {
  title: 'Sesiones',
  text: 'Los navegadores y equipos en los que tu cuenta está abierta ahora.',
  list: 'Sesiones abiertas',
  /** 'Chrome en Windows' */
  device: (browser: string | null, system: string | null) =>
    browser && system ? `${browser} en ${system}` : (browser ?? system ?? 'Navegador desconocido'),
  current: 'Esta sesión',
  noAddress: 'Dirección desconocida',
  since: (moment: string) => `Desde el ${moment}`,
  seenNow: 'Activa ahora',
  seen: (length: string) => `Última actividad hace ${length}`,
  end: 'Cerrar',
  endOf: (device: string) => `Cerrar la sesión de ${device}`,
  ending: 'Cerrando...',
  ended: 'Sesión cerrada',
  endedText: (device: string) => `En ${device} habrá que iniciar sesión de nuevo.`,
  endFailed: 'No se pudo cerrar la sesión.',
  failed: 'No se pudieron leer tus sesiones.',
} as const;
