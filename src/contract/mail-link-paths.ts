/** Pages of links by mail. The token is in the fragment of the address, which neither servers nor proxies see. */
export const passwordPath = '/clave';
export const confirmPath = '/confirmar-email';
/** Where a person asks for a link because they forgot their password. */
export const recoveryPath = '/recuperar';

/** Pages for everybody, whether or not somebody is signed in. */
export const isPublicPage = (path: string): boolean => path === passwordPath || path === recoveryPath;
