/** Texts for signing in with the identity provider, on the sign-in screen. */
import type { SingleSignOnFailure } from '../contract/sign-on-fragments.ts';

export const singleSignOnLabels = {
  enter: (provider: string) => `Entrar con ${provider}`,
  or: 'o',
  only: (provider: string) => `Aquí se entra con tu cuenta de ${provider}.`,
} as const;

/** Reasons why a sign-in by the identity provider failed. */
export const signOnFailureTexts: Readonly<Record<SingleSignOnFailure, (provider: string) => string>> = {
  unreachable: (provider) => `No se pudo llegar a ${provider}. Intenta de nuevo en unos minutos.`,
  denied: (provider) => `${provider} no confirmó tu ingreso. Intenta de nuevo.`,
  rejected: (provider) => `La respuesta de ${provider} no es válida. Intenta de nuevo desde esta página.`,
  unknown: (provider) =>
    `Tu cuenta de ${provider} no está vinculada a nadie de esta consola. Pide acceso a quien la administra o, si ya tienes usuario, entra y vincúlala desde tu menú.`,
  closed: () => 'Tu usuario está inactivo. Habla con quien administra tu workspace.',
  taken: (provider) => `Esa cuenta de ${provider} ya está vinculada a otra persona.`,
  expired: () => 'Pasó demasiado tiempo, o el ingreso empezó en otro navegador. Intenta de nuevo.',
};
