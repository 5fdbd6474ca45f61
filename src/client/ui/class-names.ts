/**
 * Joins CSS class names. If two classes set the same property, the stylesheet's order decides. A class that callers may
 * override has the prefix `base:` (theme.css), over which any class without it wins.
 */
export { clsx as classNames } from 'clsx';
