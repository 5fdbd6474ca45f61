/** The frame of the screen; its figures come next. */
import { sidebarLabels } from '../../../labels/shell-es.ts';
import { Page } from '../../layout/page.tsx';

export default function PerformancePage() {
  return <Page title={sidebarLabels.performance}>{null}</Page>;
}
