/** Composes mails as plain text and as simple HTML with the same words. */

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailTextParts {
  readonly subject: string;
  readonly heading: string;
  readonly lines: readonly string[];
  /** Name and value pairs below the lines. */
  readonly facts: readonly (readonly [string, string])[];
  readonly link: { readonly href: string; readonly label: string } | null;
  /** Last line of the email, which says why the reader gets it. */
  readonly reason: string;
}

export function composeMail({ subject, heading, lines, facts, link, reason }: MailTextParts): ComposedMail {
  const text = [
    heading,
    '',
    ...lines,
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...(link === null ? [] : ['', `${link.label}: ${link.href}`]),
    '',
    reason,
    '',
  ].join('\n');
  const html = [
    '<!doctype html><html lang="es"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#18181b">',
    `<h1 style="font-size:18px">${escaped(heading)}</h1>`,
    ...lines.map((line) => `<p>${escaped(line)}</p>`),
    '<table style="font-size:14px">',
    ...facts.map(
      ([name, value]) =>
        `<tr><td style="color:#52525b;padding-right:12px">${escaped(name)}</td><td>${escaped(value)}</td></tr>`,
    ),
    '</table>',
    ...(link === null ? [] : [`<p><a href="${escaped(link.href)}">${escaped(link.label)}</a></p>`]),
    `<p style="font-size:12px;color:#52525b">${escaped(reason)}</p>`,
    '</body></html>',
  ].join('\n');
  return { subject, text, html };
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
