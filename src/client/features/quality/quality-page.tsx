/** The frame of the screen; its figures come next. */
import { sidebarLabels } from '../../../labels/shell-es.ts';
import { Page } from '../../layout/page.tsx';

export default function QualityPage() {
  return <Page title={sidebarLabels.qualityReview}>{null}</Page>;
}
