// Sets the theme before the first paint. The choice is written by theme/theme-choice.ts under the same key.
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
