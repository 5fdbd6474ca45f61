/** Dialog that lists all keyboard shortcuts, opened by `?`. */
import { Fragment } from 'react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { commandPaletteLabels } from '../../labels/palette-es.ts';
import { shortcutsDialogLabels as labels } from '../../labels/shell-es.ts';
import { useMountedShortcutGroups } from '../layout/page-shortcuts.ts';
import { useSession } from '../session/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ShortcutKeys, commandPaletteShortcutKeys } from './kbd.tsx';
import { sidebarSectionEntries, filterSidebarSectionsByRole } from './sections.ts';

interface ShortcutProps {
  readonly keys: readonly string[];
  readonly label: string;
  readonly inTurn?: boolean;
}

function Shortcut({ keys, label, inTurn = false }: ShortcutProps) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-0">
      <dt>{label}</dt>
      <dd>
        <ShortcutKeys keys={keys} inTurn={inTurn} />
      </dd>
    </div>
  );
}

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { role } = useSession();
  const ofPage = useMountedShortcutGroups();
  const screens = filterSidebarSectionsByRole(sidebarSectionEntries, role).flatMap(({ entries }) => entries);
  return (
    <Dialog open isText onOpenChange={(open) => (open ? undefined : onClose())} title={labels.title}>
      {ofPage.map(({ title, shortcuts }) => (
        <Fragment key={title}>
          <h3 className="mb-1 text-xs font-medium text-muted">{title}</h3>
          <dl className="mb-4">
            {shortcuts.map(({ keys, label }) => (
              <Shortcut key={label} keys={keys} label={label} />
            ))}
          </dl>
        </Fragment>
      ))}
      <h3 className="mb-1 text-xs font-medium text-muted">{labels.anywhere}</h3>
      <dl className="mb-4">
        <Shortcut keys={commandPaletteShortcutKeys} label={commandPaletteLabels.title} />
        <Shortcut keys={['?']} label={labels.title} />
        <Shortcut keys={['F1']} label={labels.help} />
        <Shortcut keys={['Esc']} label={commonActionLabels.close} />
      </dl>
      <h3 className="mb-1 text-xs font-medium text-muted">{labels.goTo}</h3>
      <dl>
        {screens.map(({ href, label, key }) =>
          key === undefined ? null : <Shortcut key={href} keys={['g', key]} label={label} inTurn />,
        )}
      </dl>
    </Dialog>
  );
}
