/** Text of the sign-in form's link to 'Recuperar contraseña'. */
export const forgottenPasswordLinkLabel = 'Olvidé mi contraseña';
