/** Settings section of single sign-on: rules by which users of the identity provider become members. */
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { SignOnRule } from '../../../../contract/single-sign-on.ts';
import { getRoleName } from '../../../../labels/roles-es.ts';
import { signOnRulesLabels as labels } from '../settings-sign-on-es.ts';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { useAppInfo } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { SettingsQueryList } from '../query-list.tsx';
import { ConfirmSettingsRemovalDialog } from '../removal-dialog.tsx';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { useSettingsMutation } from '../use-change.ts';
import { AddSignOnRuleDialog } from './add-rule-dialog.tsx';

const nameOf = ({ claim, value }: SignOnRule): string => `${claim} = ${value}`;

function Rule({ rule, onRemove }: { readonly rule: SignOnRule; readonly onRemove: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <p className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-2">
        <code className="min-w-0 font-mono break-all">{nameOf(rule)}</code>
        <Badge tone="neutral">{getRoleName(rule.role)}</Badge>
      </p>
      <Button size="small" aria-label={labels.removeNamed(nameOf(rule))} onClick={onRemove}>
        {labels.remove}
      </Button>
    </li>
  );
}

function RemoveDialog({ rule, onClose }: { readonly rule: SignOnRule; readonly onClose: () => void }) {
  const removing = useSettingsMutation({
    change: (id: string) => callApi('deleteSignOnRule', { params: { id } }),
    failed: labels.removeFailed,
    done: () => labels.removed,
    reads: ['listSignOnRules'],
  });
  return (
    <ConfirmSettingsRemovalDialog
      id={rule.id}
      removing={removing}
      title={labels.removeTitle(nameOf(rule))}
      confirmLabel={labels.remove}
      onClose={onClose}
    >
      {labels.removeText}
    </ConfirmSettingsRemovalDialog>
  );
}

export default function SingleSignOnSection() {
  const provider = useAppInfo().data?.signIn.oidc ?? '';
  const query = useApiQuery('listSignOnRules', {}, pollingQueryOptions);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<SignOnRule | null>(null);
  return (
    <SectionCard
      title={labels.title}
      subtitle={labels.text(provider)}
      bodyClassName="p-0"
      actions={
        <Button size="small" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {labels.add}
        </Button>
      }
    >
      <SettingsQueryList query={query} labels={labels} picture="key" skeleton={{ count: 3, className: 'h-12 px-4' }}>
        {(rule) => <Rule key={rule.id} rule={rule} onRemove={() => setRemoved(rule)} />}
      </SettingsQueryList>
      {isAdding ? <AddSignOnRuleDialog onClose={() => setAdding(false)} /> : null}
      {removed ? <RemoveDialog rule={removed} onClose={() => setRemoved(null)} /> : null}
    </SectionCard>
  );
}
