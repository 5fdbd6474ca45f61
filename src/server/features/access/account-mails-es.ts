/** Spanish texts of the emails about a user's account, such as password recovery and invitations. */

interface MailText {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly action: string;
}

const adviseAdmin = 'avisa a quien administra tu workspace';

/** Email texts by kind, each built from the console's name and the recipient's username. */
export const accountMailTexts = {
  confirm: (app, username) => ({
    heading: 'Confirma tu email',
    lines: [
      `Desde la cuenta ${username} de ${app} se pidió confirmar esta dirección. Así podrás recuperar tu contraseña por email.`,
      'Abre el enlace en el navegador donde tienes la sesión iniciada. Sirve una vez, durante 24 horas.',
      `Si no lo pediste, no abras el enlace y ${adviseAdmin}.`,
    ],
    action: 'Confirmar mi email',
  }),
  recover: (app, username) => ({
    heading: 'Elige una contraseña nueva',
    lines: [
      `Alguien pidió recuperar la contraseña de la cuenta ${username} en ${app}.`,
      'El enlace sirve una vez, durante una hora. Al usarlo se cierran todas tus sesiones, y tu segundo factor se pide como siempre.',
      'Si no lo pediste, no hagas nada: tu contraseña sigue siendo la misma.',
    ],
    action: 'Elegir contraseña',
  }),
  invite: (app, username) => ({
    heading: `Te invitaron a ${app}`,
    lines: [
      `Ya tienes una cuenta en ${app}, con el usuario ${username}. Elige tu contraseña para empezar.`,
      'El enlace sirve una vez, durante 24 horas. Si venció, pide otro a quien te invitó.',
      'Si no esperabas esta invitación, ignora este mensaje.',
    ],
    action: 'Elegir contraseña',
  }),
  secondFactorTaken: (app, username) => ({
    heading: 'Te quitaron el segundo factor',
    lines: [
      `Quien administra tu workspace o el servidor quitó el segundo factor de la cuenta ${username} en ${app}, y se cerraron tus sesiones.`,
      'Inicia sesión y configura uno nuevo.',
      `Si no lo pediste, ${adviseAdmin} y cambia tu contraseña.`,
    ],
    action: `Abrir ${app}`,
  }),
  newPassword: (app, username) => ({
    heading: 'Tu contraseña cambió',
    lines: [
      `La contraseña de la cuenta ${username} en ${app} se cambió con un enlace enviado a esta dirección, y se cerraron tus sesiones.`,
      `Si no fuiste tú, pide otro enlace con «Olvidé mi contraseña» y ${adviseAdmin}.`,
    ],
    action: `Abrir ${app}`,
  }),
} as const satisfies Readonly<Record<string, (app: string, username: string) => MailText>>;
export type AccountMailKind = keyof typeof accountMailTexts;
