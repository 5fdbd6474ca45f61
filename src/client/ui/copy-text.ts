/** Copies a text to the clipboard and shows a toast; an error toast if the browser refuses. */
import { clipboardLabels, toastTitles } from '../../labels/common-es.ts';
import { toast } from './toast.ts';

/** Copies `text` to the clipboard and shows a toast; `copied` is the toast of a success. Never rejects. */
export async function copyTextWithToast(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // The browser denies access to the clipboard without the user's permission, or if the page is not on HTTPS.
    toast.bad(toastTitles.error, clipboardLabels.failed);
  }
}
