/** Settings section 'API': the API tokens by which programs sign in. */
import { BookOpen, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ApiToken } from '../../../../contract/tokens.ts';
import { roleName } from '../../../../labels/roles-es.ts';
import { tokensLabels as labels } from '../tokens-es.ts';
import { call } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { serverNow } from '../../../api/realtime.ts';
import { paths } from '../../../paths.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useSettingsMutation } from '../use-change.ts';
import { QueryList } from '../query-list.tsx';
import { RemovalDialog } from '../removal-dialog.tsx';

const createDialog = lazyPart(() => import('./create-token-dialog.tsx'));

function Token({ token, onRevoke }: { readonly token: ApiToken; readonly onRevoke: () => void }) {
  const format = useFormat();
  const { name, role, addresses, createdBy, expiresAt, lastUsedAt } = token;
  const isExpired = Date.parse(expiresAt) <= serverNow();
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
          <Badge tone="neutral">{roleName(role)}</Badge>
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
    change: (id: string) => call('deleteToken', { params: { id } }),
    failed: labels.revokeFailed,
    done: () => labels.revoked,
    reads: ['listTokens'],
  });
  return (
    <RemovalDialog
      id={token.id}
      removing={revoking}
      title={labels.revokeTitle(token.name)}
      confirmLabel={labels.revoke}
      onClose={onClose}
    >
      {labels.revokeText}
    </RemovalDialog>
  );
}

export default function ApiSection() {
  const query = useApiQuery('listTokens', {}, pollingQueryOptions);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  return (
    <Card
      title={labels.title}
      subtitle={labels.text}
      bodyClassName="p-0"
      actions={
        <span className="flex flex-wrap gap-2">
          <Link className={buttonClass({ size: 'small' })} href={paths.apiReference()}>
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
      <QueryList query={query} labels={labels} picture="key" skeleton={{ count: 3, className: 'h-14 px-4' }}>
        {(token) => <Token key={token.id} token={token} onRevoke={() => setRevoked(token)} />}
      </QueryList>
      {isCreating ? <createDialog.Part onClose={() => setCreating(false)} /> : null}
      {revoked ? <RevokeDialog token={revoked} onClose={() => setRevoked(null)} /> : null}
    </Card>
  );
}
