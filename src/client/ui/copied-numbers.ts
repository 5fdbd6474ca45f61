/**
 * Copies displayed phone numbers to the clipboard in E.164 format, without the spaces that the page shows. A partly
 * selected number is copied as shown. Loaded at the first selection.
 */

document.addEventListener('copy', (event) => {
  const selection = document.getSelection();
  if (!selection || !event.clipboardData) return;
  const shown = selection.toString();
  let text = shown;
  for (const element of document.querySelectorAll('[data-number]')) {
    const number = element.textContent;
    if (number.startsWith('+') && selection.containsNode(element, true))
      text = text.replaceAll(number, number.replace(/[^+\d]/g, ''));
  }
  if (text === shown) return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
});

// oxlint-disable-next-line unicorn/require-module-specifiers -- the dynamic import needs a module, even without exports
export {};
