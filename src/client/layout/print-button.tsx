/** Button 'Imprimir', which opens the browser's print dialog. */
import { Printer } from 'lucide-react';
import { reportHeadingLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';

/** Button that prints the screen. It is disabled until all data to print are loaded (`isWhole`). */
export function PrintButton({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <Button size="small" disabled={!isWhole} onClick={() => window.print()}>
      <Printer aria-hidden />
      {reportHeadingLabels.print}
    </Button>
  );
}
