/** 'Imprimir': the browser's own window, for what the screen shows now. */
import { Printer } from 'lucide-react';
import { reportLabels } from '../../labels/common-es.ts';
import { Button } from '../ui/button.tsx';

/** `isWhole`: all that the sheet begins with is here. */
export function PrintButton({ isWhole }: { readonly isWhole: boolean }) {
  return (
    <Button size="small" disabled={!isWhole} onClick={() => window.print()}>
      <Printer aria-hidden />
      {reportLabels.print}
    </Button>
  );
}
