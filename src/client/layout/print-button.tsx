/** 'Imprimir': opens the browser's print dialog for the present screen. */
import { Printer } from 'lucide-react';
import { reportLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';

/** Button that prints the screen. `isWhole`: all data of the first sheet are loaded. */
export function PrintButton({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <Button size="small" disabled={!isWhole} onClick={() => window.print()}>
      <Printer aria-hidden />
      {reportLabels.print}
    </Button>
  );
}
