/**
 * Spanish texts about linking a user to an identity at the identity provider. Users link themselves, and admins link
 * others.
 */
export const ownOidcIdentityLabels = {
  menu: (provider: string) => `Cuenta de ${provider}`,
  title: (provider: string) => `Tu cuenta de ${provider}`,
  text: (provider: string) => `Vincula tu cuenta de ${provider} para entrar con ella.`,
  loading: 'Cargando...',
  failed: 'No se pudo completar. Intenta de nuevo.',
  linked: 'Vinculada',
  notLinked: 'Sin vincular',
  since: (day: string) => `desde el ${day}`,
  subject: (subject: string) => `Identificador: ${subject}`,
  password: 'Contraseña actual',
  aboutPassword: 'contraseña actual',
  link: 'Vincular',
  linking: 'Abriendo...',
  unlink: 'Desvincular',
  unlinking: 'Desvinculando...',
  onlyWay: 'Es tu única forma de entrar. Para desvincularla, crea antes una contraseña desde «Cambiar contraseña».',
  doneTitle: 'Cuenta vinculada',
  undoneTitle: 'Cuenta desvinculada',
} as const;

export const otherUserOidcIdentityLabels = {
  field: (provider: string) => `Identificador en ${provider}`,
  hint: 'El «sub» de la persona en el proveedor. Con él entra a este usuario.',
  link: 'Vincular',
  unlink: 'Desvincular',
  linked: 'Identidad vinculada',
  unlinked: 'Identidad desvinculada',
  failed: 'No se pudo cambiar la identidad',
  cameByProvider: 'Entra con el proveedor de identidad: solo la persona elige su contraseña.',
} as const;
