/** Pages of links by mail. The token stands in the fragment of the address, which neither servers nor proxies see. */
export const mailLinkPaths = { password: '/clave', confirm: '/confirmar-email' } as const;
/** Where a person asks for a link because they forgot their password. */
export const recoveryPath = '/recuperar';
