/** Row with a workspace's provider API key, masked except for the last 4 characters. Admins show, copy, replace it. */
import { Copy, Eye, EyeOff, RefreshCw } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Workspace } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { apiKeyLabels as labels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { ApiKeyHelpTooltip } from '../../help/ready-help.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { apiKeyVisibleSeconds, useWorkspaceApiKeyDisplay } from './use-api-key.ts';

function Masked({ last4 }: { readonly last4: string }) {
  return (
    <>
      <span aria-hidden>••••••••••••{last4}</span>
      <span className="sr-only">{labels.masked(last4)}</span>
    </>
  );
}

/**
 * Copies a text that is still loading. The clipboard gets a promise during the click, because Safari refuses a text
 * that comes later.
 */
async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

interface ApiKeyRowProps {
  readonly workspace: Workspace;
  readonly onReplace: () => void;
}

function AdminKey({ workspace, onReplace }: ApiKeyRowProps) {
  const { apiKey, isLoading, show, hide, read } = useWorkspaceApiKeyDisplay(workspace.id);
  const isShown = apiKey !== null;

  async function toggle(): Promise<void> {
    if (isShown || isLoading) {
      hide();
      return;
    }
    try {
      await show();
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.showFailed));
    }
  }

  async function copy(): Promise<void> {
    try {
      await copyText(read());
      toast.good(labels.copied);
    } catch {
      toast.bad(toastTitles.error, labels.copyFailed);
    }
  }

  /** Ctrl+H in this row shows or hides the API key, and the browser's own Ctrl+H (its history) is suppressed. */
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.ctrlKey || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'h') return;
    event.preventDefault();
    // Stop the event, because the API key's help panel also handles Ctrl+H while it is open.
    event.stopPropagation();
    void toggle();
  }

  return (
    <>
      <dt className="flex items-center text-muted sm:h-8">
        <ApiKeyHelpTooltip about={labels.name} onToggleKey={() => void toggle()} />
      </dt>
      <dd className="min-w-0">
        <div className="flex min-h-8 flex-wrap items-center gap-x-1 gap-y-2">
          <code className="mr-2 min-w-0 font-mono text-sm break-all" aria-live="polite">
            {isShown ? apiKey : <Masked last4={workspace.apiKeyLast4} />}
          </code>
          <Button
            size="icon"
            variant="ghost"
            aria-label={isShown ? labels.hide : labels.show}
            aria-pressed={isShown}
            aria-busy={isLoading}
            onClick={() => void toggle()}
            onKeyDown={onKeyDown}
          >
            {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </Button>
          <Button
            size="icon"
            variant="ghost"
            aria-label={labels.copy}
            onKeyDown={onKeyDown}
            onClick={() => void copy()}
          >
            <Copy aria-hidden />
          </Button>
          <Button size="small" className="sm:ml-1" onKeyDown={onKeyDown} onClick={onReplace}>
            <RefreshCw aria-hidden />
            {labels.replace}
          </Button>
        </div>
        <p className="mt-1 text-xs text-muted">{isShown ? labels.shownFor(apiKeyVisibleSeconds) : labels.audited}</p>
      </dd>
    </>
  );
}

/** Name and value of the workspace's API key, as an entry of a `dl` element. */
export function ApiKeyRow({ workspace, onReplace }: ApiKeyRowProps) {
  // Remount the component when the workspace's API key changes, so that the replaced key does not stay visible.
  if (workspace.role === 'admin')
    return <AdminKey key={workspace.apiKeyLast4} workspace={workspace} onReplace={onReplace} />;
  return (
    <>
      <dt className="text-muted">
        <ApiKeyHelpTooltip about={labels.name} />
      </dt>
      <dd>
        <code className="font-mono text-sm">
          <Masked last4={workspace.apiKeyLast4} />
        </code>
        <p className="mt-1 text-xs text-muted">{labels.adminsOnly}</p>
      </dd>
    </>
  );
}
