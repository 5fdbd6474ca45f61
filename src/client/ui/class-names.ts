/**
 * Joins CSS class names. If two classes set the same property, the stylesheet's order decides. A class that callers may
 * override has the prefix `base:` (theme.css). Any class without this prefix overrides it.
 */
export { clsx as classNames } from 'clsx';
