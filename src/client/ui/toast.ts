/** Shows one toast at a time: `toast.good('Campaña creada exitosamente')`, `toast.bad('Error', 'No se pudo…')`. */
import { setShownToast } from './toast-state.ts';

export const toast = {
  good: (title: string, description?: string): void => setShownToast({ tone: 'good', title, description }),
  bad: (title: string, description?: string): void => setShownToast({ tone: 'bad', title, description }),
  info: (title: string, description?: string): void => setShownToast({ tone: 'info', title, description }),
};
