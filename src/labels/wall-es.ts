/** Texts of the wall: the dashboard on a large screen, read from afar. */
export const wallLabels = {
  open: 'Ver en un mural',
  title: 'Mural',
  leave: 'Salir del mural',
} as const;
