/** Texts of the first-run guide. They are loaded separately, because the guide disappears after its last step. */

export const firstRunGuideLabels = {
  title: 'Primeros pasos',
  finished: 'Todo listo',
  progress: (done: number, all: number) => `${done} de ${all} pasos listos`,
  done: 'listo',
  dismiss: 'Ocultar la guía para todo el workspace',
  hideFailed: 'No se pudo ocultar la guía.',
  key: 'Conectar la API Key de Retell',
  keyText: (last4: string) => (last4 === '' ? 'Se carga al crear el workspace.' : `Conectada: termina en ${last4}.`),
  webhook: 'Copiar la dirección del webhook en Retell.AI',
  webhookText:
    'Pégala en Retell.AI como webhook de la cuenta o del agente. El paso se marca solo cuando llega el primer evento.',
  webhookDone: 'Los eventos de Retell.AI están llegando.',
  copy: 'Copiar',
  copied: 'Dirección copiada',
  copyFailed: 'Error al copiar al portapapeles',
  connect: 'Conectar los agentes',
  campaign: 'Crear la primera campaña',
  campaignText: 'Elige el número, el agente y los destinatarios. Nadie recibe una llamada antes de que la envíes.',
  newCampaign: 'Nueva Campaña',
} as const;
