/** Some lines of code under a title; scrolls by itself where they are long. */
export function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <p className="text-xs font-medium">{title}</p>
      {/* Scrolls sideways: reachable by keyboard for that. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </div>
  );
}
