/**
 * What is selected and copied holds E.164, which other programs read, where the page shows a number grouped. One that is
 * selected in part stays as it is shown. Fetched once something is selected.
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

// oxlint-disable-next-line unicorn/require-module-specifiers -- what is imported for its effect alone must be a module all the same
export {};
