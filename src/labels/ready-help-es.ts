/** Spanish help texts that several screens share. Each must describe what the console really does. */

export const helpCategoryLabels = {
  security: 'SEGURIDAD',
  metrics: 'MÉTRICAS',
  users: 'USUARIOS',
  campaigns: 'CAMPAÑAS',
} as const;

export const providerKeyHelpLabels = {
  title: 'API Key de Retell',
  text: 'Con esta clave se hacen llamadas y, si Retell no firma con otra, se comprueban sus webhooks. Solo un administrador del workspace puede verla, y cada vez que la ve queda en la auditoría. Los demás ven sus últimos 4 caracteres.',
  keys: ['Ctrl', 'H'],
  toggle: 'Mostrar u ocultar',
} as const;

/** Help texts for roles (specification B 6). product.md 3 lists what each role may do. */
export const roleHelp = {
  admin: {
    title: 'Administrador: acceso completo',
    text: 'Todo lo de un editor. Además edita el workspace, su API Key, sus miembros y el ritmo de llamadas, y lee la auditoría.',
  },
  editor: {
    title: 'Editor: modificación limitada',
    text: 'Todo lo de un operador. Además crea, controla y elimina campañas, guarda la configuración y crea workspaces.',
  },
  operator: {
    title: 'Operador: solo lectura',
    text: 'Ve las llamadas, las campañas y sus cifras. No cambia nada del workspace.',
  },
  other: { title: 'Rol personalizado', text: 'Este rol no es de los que Vocero conoce.' },
} as const;
