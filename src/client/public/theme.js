// Sets the theme before the first paint. theme/theme-choice.ts writes the choice under the same key.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('vocero.theme');
  } catch {
    choice = null; // localStorage is forbidden: the system's preference applies.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
// The first use of a language's formats takes 50 ms on a desktop. Here the page waits for scripts anyway.
Intl.DateTimeFormat('es-AR').format(0);
