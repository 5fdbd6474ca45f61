/** True if the URL opens the wall display, the dashboard for a screen on a wall (`?mural=1`). */
export const isWallDisplayUrl = (): boolean => new URLSearchParams(window.location.search).get('mural') === '1';
