/**
 * Flags of the languages named in the specification; other languages get a globe. The flags are drawn here, because
 * Windows has no emoji flags, and are simplified for a size of 16 px.
 */
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';

const stripes = (colours: readonly string[], upright = false): ReactNode =>
  colours.map((fill, index) => {
    const size = (upright ? 24 : 16) / colours.length;
    const place = upright
      ? { x: index * size, y: 0, width: size, height: 16 }
      : { x: 0, y: index * size, width: 24, height: size };
    return <rect key={`${fill} ${place.x} ${place.y}`} fill={fill} {...place} />;
  });

const flags: Readonly<Record<string, ReactNode>> = {
  'es-AR': (
    <>
      {stripes(['#75aadb', '#fff', '#75aadb'])}
      <circle cx="12" cy="8" r="2" fill="#f6b40e" />
    </>
  ),
  'es-ES': (
    <>
      {stripes(['#aa151b', '#f1bf00', '#f1bf00', '#aa151b'])}
      <circle cx="7" cy="8" r="1.75" fill="#aa151b" />
    </>
  ),
  'es-MX': (
    <>
      {stripes(['#006847', '#fff', '#ce1126'], true)}
      <circle cx="12" cy="8" r="2" fill="#8c6b3f" />
    </>
  ),
  'pt-BR': (
    <>
      {stripes(['#009739'])}
      <path d="M12 1.5 22 8l-10 6.5L2 8z" fill="#fedd00" />
      <circle cx="12" cy="8" r="3.25" fill="#012169" />
    </>
  ),
  'en-US': (
    <>
      {stripes(['#b22234', '#fff', '#b22234', '#fff', '#b22234', '#fff', '#b22234'])}
      <rect width="11" height="9.2" fill="#3c3b6e" />
    </>
  ),
  'fr-FR': stripes(['#0055a4', '#fff', '#ef4135'], true),
};

/** Flag of a language. It is hidden from screen readers, because the language's code is beside it. */
export function LanguageFlag({ language }: { readonly language: string }) {
  const drawing = flags[language];
  if (!drawing) return <Globe aria-hidden data-flag="globe" className="size-4 shrink-0 text-muted" />;
  return (
    <svg
      aria-hidden
      data-flag={language}
      viewBox="0 0 24 16"
      className="h-3 w-4.5 shrink-0 rounded-[2px] ring-1 ring-line"
    >
      {drawing}
    </svg>
  );
}
