/** The page shown for a URL that belongs to no screen. */
import { Link } from 'wouter';
import { commonActionLabels, notFoundLabels } from '../../labels/common-es.ts';
import { PageFrame } from '../layout/page.tsx';
import { screenPaths } from '../paths.ts';
import { getButtonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundPage() {
  return (
    <PageFrame title="404" live={false}>
      <EmptyState
        picture="nowhere"
        title={notFoundLabels.title}
        text={notFoundLabels.text}
        action={
          <Link href={screenPaths.dashboard()} className={getButtonClasses()}>
            {commonActionLabels.backToDashboard}
          </Link>
        }
      />
    </PageFrame>
  );
}
