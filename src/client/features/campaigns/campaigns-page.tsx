/** The screen of this folder. */
export default function CampaignsPage() {
  return null;
}
