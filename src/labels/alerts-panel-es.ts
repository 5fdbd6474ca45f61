/** Spanish texts of the alert panel, which the bell opens. The bell's own texts are in shell-es.ts. */
export const alertsPanelLabels = {
  personal: 'Para ti',
  markRead: 'Marcar como leído',
  markFailed: 'No se pudo marcar como leído.',
  isNew: 'Nueva',
  empty: 'Sin alertas',
  emptyText: 'Aquí se avisa cuando algo necesita atención, y otra vez cuando se resuelve.',
  thresholds: 'Configurar umbrales',
  noWorkspaceText: 'Las alertas son de un workspace, y no perteneces a ninguno.',
  more: 'Ver más',
  deliveryFailed: (channel: string) => `No se pudo enviar por ${channel}`,
  allowNotifications: 'Activar avisos del navegador',
  blockedNotifications: 'El navegador bloquea los avisos de este sitio. Permítelos en su configuración.',
} as const;
