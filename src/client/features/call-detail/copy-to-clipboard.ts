/** Copies a text to the clipboard, and shows a toast of the success or failure. */
import { callDetailLabels } from './call-detail-es.ts';
import { toast } from '../../ui/toast.ts';

export async function copyToClipboardWithToast(text: string, copied: string = callDetailLabels.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // Copying fails if the user denied access to the clipboard, or if the page is not served over HTTPS.
    toast.bad(callDetailLabels.copyFailed);
  }
}
