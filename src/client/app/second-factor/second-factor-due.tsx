/**
 * Shown if the workspace requires a second factor and the user has none. Until the deadline it is a notice, and
 * afterwards a full screen.
 */
import { secondFactorDeadlineLabels as labels, secondFactorLabels } from '../../../labels/second-factor-es.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import { PageFrame } from '../../layout/page.tsx';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { openDialog } from '../overlays.ts';

const dayMs = 86_400_000;

export function SecondFactorDueNotice() {
  const format = useRegionalFormat();
  const { workspace, workspaces } = useSession();
  const dueAt = workspace?.secondFactorDueAt;
  const open = () => openDialog('secondFactor');
  if (!dueAt) return null;
  const leftMs = Date.parse(dueAt) - getServerTimeMs();
  if (leftMs <= 0)
    return (
      <PageFrame title={secondFactorLabels.title} live={false}>
        <EmptyState
          picture="workspaces"
          title={labels.closedTitle}
          text={labels.closedText(workspace?.name ?? '', workspaces.length > 1)}
          action={
            <Button variant="primary" onClick={open}>
              {labels.setUp}
            </Button>
          }
        />
      </PageFrame>
    );
  return (
    <Alert
      tone="attention"
      className="m-4 mb-0 print:hidden"
      action={
        <Button size="small" onClick={open}>
          {labels.setUp}
        </Button>
      }
    >
      {labels.until(format.dateTime(dueAt), Math.floor(leftMs / dayMs))}
    </Alert>
  );
}
