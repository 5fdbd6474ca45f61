/** Saves figures as a CSV file. The code that writes CSV loads on demand. */
import { toastTitles } from '../../labels/common-es.ts';
import { getRequestErrorText } from '../api/api-error.ts';
import { downloadBlobAsFile } from '../api/save-file.ts';
import { toast } from '../ui/toast.ts';

export async function saveCsvFile(
  write: () => Promise<{ readonly name: string; readonly csv: string }>,
): Promise<void> {
  try {
    const { name, csv } = await write();
    downloadBlobAsFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), name);
  } catch (error) {
    toast.bad(toastTitles.error, getRequestErrorText(error));
  }
}
