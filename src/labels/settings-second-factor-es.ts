/** Spanish texts of the setting that requires a second factor, and reasons why it can't be changed. */
import type { UpdateSettingsBody } from '../contract/settings.ts';

/** This text is also the server's answer. */
export const ownSecondFactorRequiredText = 'Configura primero tu propio segundo factor, en tu menú de usuario.';

export const secondFactorRequirementLabels = {
  none: 'De nadie',
  admins: 'De los administradores',
  all: 'De todas las personas',
} satisfies Record<NonNullable<UpdateSettingsBody['secondFactor']>, string>;

export const secondFactorSettingLabels = {
  title: 'Segundo factor',
  text: 'Un código de una app de autenticación, además de la contraseña, al iniciar sesión.',
  field: 'De quién se exige',
  hint: 'Quien no lo tenga ve un aviso con la cuenta regresiva; a los siete días este workspace se le cierra hasta que lo configure. Solo un administrador puede cambiarlo.',
} as const;
