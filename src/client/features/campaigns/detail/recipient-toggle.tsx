/** Button that shows or hides a recipient's call attempts. Its clickable area is the recipient's whole row or card. */
import { ChevronRight } from 'lucide-react';
import type { CampaignRecipient } from '../../../../contract/campaigns.ts';
import { campaignRecipientsLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { erasedPersonText } from '../../../../labels/forgetting-es.ts';
import { classNames } from '../../../ui/class-names.ts';

export interface RecipientTableProps {
  readonly recipients: readonly CampaignRecipient[];
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
}

interface RecipientToggleProps {
  readonly recipient: CampaignRecipient;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly attemptsId: string;
}

export function RecipientAttemptsToggle({ recipient, isOpen, onToggle, attemptsId }: RecipientToggleProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? attemptsId : undefined}
      aria-label={labels.show(recipient.customerName || recipient.phoneNumberShown || erasedPersonText)}
      className="flex size-6 shrink-0 items-center justify-center rounded-sm text-muted after:absolute after:inset-0"
      onClick={onToggle}
    >
      <ChevronRight aria-hidden className={classNames('size-4 transition-transform', isOpen && 'rotate-90')} />
    </button>
  );
}
