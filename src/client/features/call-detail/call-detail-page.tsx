/** The screen of this folder. */
export default function CallDetailPage() {
  return null;
}
