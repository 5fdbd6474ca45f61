/**
 * Joins class names. If two set the same property, the stylesheet's order decides. A class that callers may override is
 * written `base:…` (theme.css); any class without `base:` wins over it.
 */
export { clsx as classNames } from 'clsx';
