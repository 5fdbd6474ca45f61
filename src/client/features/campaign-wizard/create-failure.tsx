/**
 * Error message shown if creating a campaign failed. If an earlier request already created the campaign, the message
 * links to it and to a new campaign.
 */
import { Link } from 'wouter';
import { campaignWizardLabels as labels } from '../../../labels/wizard-es.ts';
import { ApiError, getRequestErrorText } from '../../api/api-error.ts';
import { screenPaths } from '../../paths.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { InputProblemPanel } from './recipients/problem-panel.tsx';
import { isCampaignAlreadyCreatedError } from './use-create-campaign.ts';

const shownDetails = 5;

/** List of error texts: why the server did not create the campaign, and the errors of single fields or rows. */
function problemsOf(error: unknown): readonly string[] {
  if (isCampaignAlreadyCreatedError(error)) return [labels.madeBefore];
  const message = getRequestErrorText(error, labels.createFailedText);
  const details = error instanceof ApiError ? error.details.slice(0, shownDetails).map((detail) => detail.message) : [];
  return [...new Set([message, ...details])];
}

interface CreateFailureProps {
  readonly error: unknown;
  /** Sends the draft again, as another campaign. */
  readonly onCreateAnother: () => void;
}

export function CampaignCreationErrorNotice({ error, onCreateAnother }: CreateFailureProps) {
  return (
    <div className="mt-5 flex flex-col gap-2">
      <InputProblemPanel title={labels.createFailedTitle} problems={problemsOf(error)} />
      {isCampaignAlreadyCreatedError(error) ? (
        <div className="flex flex-wrap gap-2">
          <Link href={screenPaths.campaigns()} className={getButtonClasses({ size: 'small' })}>
            {labels.seeHistory}
          </Link>
          <Button size="small" onClick={onCreateAnother}>
            {labels.createAnother}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
