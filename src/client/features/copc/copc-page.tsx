/** The frame of the screen; its figures come next. */
import { Page } from '../../layout/page.tsx';

export default function CopcPage() {
  return <Page title="Métricas COPC">{null}</Page>;
}
