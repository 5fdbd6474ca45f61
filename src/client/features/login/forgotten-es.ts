/** Text of the sign-in form's link to 'Recuperar contraseña'. */
export const forgottenLabel = 'Olvidé mi contraseña';
