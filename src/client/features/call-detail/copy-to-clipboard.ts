/** Puts a text on the clipboard and says so, or that the browser refused. */
import { callDetailLabels } from '../../../labels/call-detail-es.ts';
import { toast } from '../../ui/toast.ts';

export async function copyToClipboard(text: string, copied: string = callDetailLabels.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.good(copied);
  } catch {
    // Refused by the person, or the page is not on https.
    toast.bad(callDetailLabels.copyFailed);
  }
}
