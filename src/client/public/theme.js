// Sets the theme before the first paint, and prepares what must not hold up the paints after it. The choice is written by theme/theme-choice.ts under the same key.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('vocero.theme');
  } catch {
    choice = null; // storage forbidden: the system's preference holds
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
// The first use of a language's formats takes 50 ms on a desktop: here the browser waits for the scripts anyway.
Intl.DateTimeFormat('es-AR').format(0);
