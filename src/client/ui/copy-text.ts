/** Copies a text to the clipboard, with a toast; 'Error al copiar al portapapeles' if the browser refuses. */
import { clipboardLabels, toastTitles } from '../../labels/common-es.ts';
import { toast } from './toast.ts';

/** Copies `text` to the clipboard. Resolves after the toast; never rejects. `copied`: the toast of a success. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // The person refused access to the clipboard, or the page is not on HTTPS.
    toast.bad(toastTitles.error, clipboardLabels.failed);
  }
}
