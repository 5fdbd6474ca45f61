/** Settings section 'API': the API tokens by which programs sign in. */
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ApiToken } from '../../../../contract/tokens.ts';
import { getRoleName } from '../../../../labels/roles-es.ts';
import { apiTokenLabels as labels } from '../tokens-es.ts';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { screenPaths } from '../../../paths.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, getButtonClasses } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { useSettingsMutation } from '../use-change.ts';
import { SettingsQueryList } from '../query-list.tsx';
import { ConfirmSettingsRemovalDialog } from '../removal-dialog.tsx';

const createDialog = createLazyComponent(() => import('./create-token-dialog.tsx'));

function Token({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const format = useRegionalFormat();
  const { name, role, addresses, createdBy, expiresAt, lastUsedAt } = token;
  const isExpired = Date.parse(expiresAt) <= getServerTimeMs();
  const facts = [
    labels.madeBy(createdBy),
    isExpired ? null : labels.expires(format.date(expiresAt)),
    lastUsedAt === null ? labels.neverUsed : labels.used(format.dateTime(lastUsedAt)),
    addresses.length === 0 ? null : labels.from(addresses.join(', ')),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-all">{name}</span>
          <Badge tone="neutral">{getRoleName(role)}</Badge>
          {isExpired ? <Badge tone="bad">{labels.expired}</Badge> : null}
        </p>
        <p className="text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button size="small" aria-label={labels.revokeNamed(name)} onClick={onRevoke}>
        {labels.revoke}
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { readonly token: ApiToken; readonly onClose: () => void }) {
  const revoking = useSettingsMutation({
    change: (id: string) => callApi('deleteToken', { params: { id } }),
    failed: labels.revokeFailed,
    done: () => labels.revoked,
    reads: ['listTokens'],
  });
  return (
    <ConfirmSettingsRemovalDialog
      id={token.id}
      removing={revoking}
      title={labels.revokeTitle(token.name)}
      confirmLabel={labels.revoke}
      onClose={onClose}
    >
      {labels.revokeText}
    </ConfirmSettingsRemovalDialog>
  );
}

export default function ApiTokensSection() {
  const query = useApiQuery('listTokens', {}, pollingQueryOptions);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  return (
    <SectionCard
      title={labels.title}
      subtitle={labels.text}
      bodyClassName="p-0"
      actions={
        <span className="flex flex-wrap gap-2">
          <Link className={getButtonClasses({ size: 'small' })} href={screenPaths.apiReference()}>
            <BookOpen aria-hidden />
            {labels.reference}
          </Link>
          <Button size="small" onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            {labels.add}
          </Button>
        </span>
      }
    >
      <SettingsQueryList query={query} labels={labels} picture="key" skeleton={{ count: 3, className: 'h-14 px-4' }}>
        {(token) => <Token key={token.id} token={token} onRevoke={() => setRevoked(token)} />}
      </SettingsQueryList>
      {isCreating ? <createDialog.Part onClose={() => setCreating(false)} /> : null}
      {revoked ? <RevokeDialog token={revoked} onClose={() => setRevoked(null)} /> : null}
    </SectionCard>
  );
}
