/** Spanish texts of invitations to workspaces. A file of its own, because they are seldom needed. */
export const invitationLabels = {
  heading: 'Invitaciones',
  to: (workspace: string) => `Te invitaron a ${workspace}`,
  as: (role: string, by: string) => `Como ${role}, por ${by}.`,
  until: (moment: string) => `Hasta ${moment}`,
  accept: 'Aceptar',
  refuse: 'Rechazar',
  acceptOf: (workspace: string) => `Aceptar la invitación a ${workspace}`,
  refuseOf: (workspace: string) => `Rechazar la invitación a ${workspace}`,
  acceptedTitle: 'Invitación aceptada',
  joined: (workspace: string) => `Ya perteneces a ${workspace}. Está en el selector de workspaces.`,
  entered: (workspace: string) => `Ya perteneces a ${workspace}.`,
  refusedTitle: 'Invitación rechazada',
  refusedText: (workspace: string) => `No entras a ${workspace}.`,
  failedTitle: 'Error al responder la invitación',
  failed: 'No se pudo responder la invitación.',
  gone: 'La invitación ya no vale: la retiraron o venció.',
} as const;

/** The screen of a person without workspace. */
export const noWorkspaceLabels = {
  title: 'Sin workspace seleccionado',
  selectOne: 'Selecciona un workspace para continuar',
  noAccess: 'Sin acceso a ningún workspace',
  noAccessText: 'Crea un workspace con la API Key de Retell, o pide que te agreguen a uno.',
} as const;

/** Texts of the screen that asks the first admin, who has no workspace, to connect a provider account. */
export const connectAccountLabels = {
  title: 'Conecta tu cuenta de Retell',
  text: 'Con la API Key, que se crea en el panel de Retell, la consola lee tus números, agentes y llamadas. Se verifica antes de guardarla.',
} as const;
