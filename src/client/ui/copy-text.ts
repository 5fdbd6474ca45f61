/** Puts a text on the clipboard and says so; 'Error al copiar al portapapeles' where the browser refuses. */
import { clipboardLabels, toastTitles } from '../../labels/common-es.ts';
import { toast } from './toast.ts';

/** Resolves when it is said; never fails. `copied`: what is said when it worked. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // Refused by the person, or the page is not on https.
    toast.bad(toastTitles.error, clipboardLabels.failed);
  }
}
