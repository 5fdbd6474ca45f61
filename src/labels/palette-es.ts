/** Texts of the palette; those of the button that opens it are the shell's. */
import { paletteButtonLabels } from './shell-es.ts';

export const paletteLabels = {
  ...paletteButtonLabels,
  title: 'Ir a…',
  placeholder: 'Pantalla, campaña, agente, acción o id de llamada',
  close: 'Cerrar búsqueda',
  results: 'Resultados',
  recent: 'Recientes',
  groups: { call: 'Llamada', screen: 'Pantallas', campaign: 'Campañas', agent: 'Agentes', action: 'Acciones' },
  call: 'Llamada',
  count: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  nothing: (query: string) => `Nada coincide con «${query.trim()}»`,
  searchingCall: 'Buscando la llamada…',
  missingCall: (id: string) => `No hay una llamada ${id} en este workspace.`,
  switchTo: (name: string) => `Cambiar a ${name}`,
  showHelp: 'Mostrar ayudas contextuales',
  hideHelp: 'Ocultar ayudas contextuales',
  expandSidebar: 'Expandir menú',
  collapseSidebar: 'Contraer menú',
  themeWords: { light: 'claro', dark: 'oscuro', system: 'sistema' },
  passwordWords: 'clave password',
  logoutWords: 'salir cerrar sesión',
} as const;
