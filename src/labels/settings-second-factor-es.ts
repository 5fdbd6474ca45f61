/** The requirement of a second factor: of whom, and why it is refused. */
import type { SettingsBody } from '../contract/settings.ts';

/** Said by the server too. */
export const requiresOwnFactor = 'Configura primero tu propio segundo factor, en tu menú de usuario.';

export const secondFactorRequirementLabels = {
  none: 'De nadie',
  admins: 'De los administradores',
  all: 'De todas las personas',
} satisfies Record<NonNullable<SettingsBody['secondFactor']>, string>;
