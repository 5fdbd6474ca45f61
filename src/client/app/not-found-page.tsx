/** The page shown for a URL that belongs to no screen. */
import { Link } from 'wouter';
import { actionLabels, notFoundLabels } from '../../labels/common-es.ts';
import { PageFrame } from '../layout/page.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

export function NotFoundPage() {
  return (
    <PageFrame title="404" live={false}>
      <EmptyState
        picture="nowhere"
        title={notFoundLabels.title}
        text={notFoundLabels.text}
        action={
          <Link href={paths.dashboard()} className={buttonClass()}>
            {actionLabels.backToDashboard}
          </Link>
        }
      />
    </PageFrame>
  );
}
