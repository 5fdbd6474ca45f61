/** Puts a text on the clipboard and says so; 'Error al copiar al portapapeles' where the browser refuses. */
import { toastTitles } from '../../../labels/common-es.ts';
import { webhookLabels } from '../../../labels/settings-es.ts';
import { toast } from '../../ui/toast.ts';

export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // Refused by the person, or the page is not on https.
    toast.bad(toastTitles.error, webhookLabels.copyFailed);
  }
}
