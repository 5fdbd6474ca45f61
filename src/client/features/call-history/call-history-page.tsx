/** The screen of this folder. */
export default function CallHistoryPage() {
  return null;
}
