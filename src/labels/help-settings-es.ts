/** Spanish texts of the screen on which users configure help, and headings of help panels. */

export const helpSettingsLabels = {
  show: 'Mostrar ayudas contextuales',
  where:
    'Las palabras con subrayado punteado tienen ayuda. La tecla F1 abre la del campo en el que estás, o la siguiente.',
  speed: 'Velocidad de aparición',
  bySection: (milliseconds: number) => `Según la sección (aquí ${milliseconds} ms)`,
  milliseconds: (milliseconds: number, name: string) => `${milliseconds} ms · ${name}`,
  advanced: 'Opciones avanzadas',
  section: 'Sección actual',
  priority: 'Prioridad',
  priorityHelp: 'Cuanto más alta, antes aparece la ayuda en esta sección mientras no elijas una velocidad.',
  hideInSection: 'Desactivar en esta sección',
  showInSection: 'Activar',
  hiddenInSection: (section: string) => `Las ayudas están desactivadas en la sección ${section}.`,
  shortcuts: 'Atajos:',
} as const;

export const helpDelayLabels = {
  100: 'inmediata',
  300: 'rápida',
  500: 'normal',
  800: 'lenta',
  1200: 'muy lenta',
} as const;

export const helpSectionLabels = {
  dashboard: 'Dashboard',
  workspaces: 'Workspaces',
  campaigns: 'Campañas',
  analytics: 'Análisis',
  users: 'Usuarios',
  settings: 'Configuración',
  calls: 'Llamadas',
  agents: 'Agentes',
} as const;

export const helpPriorityLabels = { high: 'Alta', medium: 'Media', low: 'Baja' } as const;
