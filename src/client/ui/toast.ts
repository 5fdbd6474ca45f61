/**
 * Shows one toast at a time: `toast.good('Campaña creada exitosamente')`, `toast.bad('Error', 'No se pudo…')`. Its
 * library loads with the first toast, not with the page.
 */
import { showToastHost, type ToastTone } from './toast-state.ts';

async function show(tone: ToastTone, title: string, description?: string): Promise<void> {
  showToastHost();
  const { drawToast } = await import('./toaster.tsx');
  drawToast(tone, title, description);
}

export const toast = {
  good: (title: string, description?: string): void => void show('good', title, description),
  bad: (title: string, description?: string): void => void show('bad', title, description),
  info: (title: string, description?: string): void => void show('info', title, description),
};
