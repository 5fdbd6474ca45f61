/** The link from the sign-in to 'Recuperar contraseña'. */
export const forgottenLabel = 'Olvidé mi contraseña';
