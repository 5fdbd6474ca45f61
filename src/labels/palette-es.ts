/** Spanish texts of the command palette. The texts of its button are in shell-es.ts. */
import { formatCountWithNoun } from './counted.ts';
import type { settingsSectionLabels } from './settings-es.ts';
import { commandPaletteButtonLabels } from './shell-es.ts';

export const commandPaletteLabels = {
  ...commandPaletteButtonLabels,
  title: 'Ir a…',
  placeholder: 'Cliente, número, pantalla, campaña, ajuste o acción',
  close: 'Cerrar búsqueda',
  recent: 'Recientes',
  groups: {
    screen: 'Pantallas',
    setting: 'Configuración',
    campaign: 'Campañas',
    agent: 'Agentes',
    action: 'Acciones',
    customer: 'Clientes',
    call: 'Llamadas',
    filter: 'Llamadas por resultado o tema',
    search: 'Historial',
  },
  /** Additional search words, mostly synonyms, by which the command palette finds each section of the settings. */
  settingWords: {
    regional: 'zona horaria huso formato fecha moneda dólar cotización tipo de cambio idioma',
    webhook: 'webhook url dirección eventos retell conexión',
    notificaciones: 'umbrales alertas avisos email correo webhook saliente espera larga tasa de éxito mínima',
    discado:
      'horario de llamadas ventana feriados ritmo llamadas por segundo líneas reservadas intentos por día discador',
    'no-llamar': 'dnc bloqueados lista negra registro nacional no llame excluir número',
    'en-vivo':
      'leer escuchar tomar llamadas transcripción audio micrófono susurrar indicaciones privacidad rol reglas de atención palabras frases silencio avisos',
    datos: 'privacidad olvidar borrar retención conservación plazo días',
    copc: 'objetivos metas campos del análisis mapeo queja csat calidad',
    eventos: 'webhooks salientes integración crm n8n entregas relevo consulta antes de llamar',
    ingreso: 'sso oidc single sign-on reglas grupos proveedor de identidad',
    api: 'tokens token integración programa crm n8n planilla referencia',
    auditoria: 'registro historial quién hizo cambios seguridad',
  } satisfies Record<keyof typeof settingsSectionLabels, string>,
  call: 'Llamada',
  filteredCalls: (value: string) => `Llamadas: ${value}`,
  count: (count: number) => formatCountWithNoun(count, 'resultado', 'resultados'),
  /**
   * Label of the command palette's option that searches the call history. `count` is the number of matching calls, or
   * null until it has loaded.
   */
  searchHistory: (query: string, count: string | null) =>
    `Buscar «${query.trim()}» en el historial${count === null ? '' : ` (${count})`}`,
  nothing: (query: string) => `Nada coincide con «${query.trim()}»`,
  searching: 'Buscando clientes y llamadas…',
  searchFailed: 'No se pudo buscar entre clientes y llamadas.',
  campaignChange: (change: string, name: string) => `${change} ${name}`,
  exportCalls: 'Exportar llamadas',
  exportWords: 'csv excel descargar',
  createUserWords: 'crear usuario',
  searchingCall: 'Buscando la llamada…',
  missingCall: (id: string) => `No hay una llamada ${id} en este workspace.`,
  switchTo: (name: string) => `Cambiar a ${name}`,
  showHelp: 'Mostrar ayudas contextuales',
  hideHelp: 'Ocultar ayudas contextuales',
  expandSidebar: 'Expandir menú',
  collapseSidebar: 'Contraer menú',
  themeWords: { light: 'claro', dark: 'oscuro', system: 'sistema' },
  passwordWords: 'clave password',
  sessionsWords: 'cerrar otras sesiones dispositivos navegadores',
  logoutWords: 'salir cerrar sesión',
} as const;
