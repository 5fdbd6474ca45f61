/** Whether the address means the wall. */
export const isWallAddress = (): boolean => new URLSearchParams(window.location.search).get('mural') === '1';
