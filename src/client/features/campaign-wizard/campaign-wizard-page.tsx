/** The screen of this folder. */
export default function CampaignWizardPage() {
  return null;
}
