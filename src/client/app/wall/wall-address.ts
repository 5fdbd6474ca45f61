/** True if the address opens the wall (`?mural=1`). */
export const isWallAddress = (): boolean => new URLSearchParams(window.location.search).get('mural') === '1';
