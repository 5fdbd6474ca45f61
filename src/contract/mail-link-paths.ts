/** Pages opened by mailed links. The token is in the URL's fragment, which neither servers nor proxies see. */
export const setPasswordPath = '/clave';
export const confirmPath = '/confirmar-email';
/** The page where a person who forgot their password asks for a link. */
export const recoveryPath = '/recuperar';

/** True for pages that need no session. */
export const isPublicPage = (path: string): boolean => path === setPasswordPath || path === recoveryPath;
