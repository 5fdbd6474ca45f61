/** Paths of the pages that mailed links open. The link's token is in the URL fragment, which is sent to no server. */
export const setPasswordPath = '/clave';
export const confirmEmailPath = '/confirmar-email';
/** Path of the page on which a person who forgot their password asks for a link. */
export const passwordRecoveryPath = '/recuperar';

/** True for pages that need no session. */
export const isPublicPagePath = (path: string): boolean => path === setPasswordPath || path === passwordRecoveryPath;
