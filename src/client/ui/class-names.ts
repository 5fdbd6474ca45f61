/**
 * Joins class names. Of two that set one property the stylesheet's order decides, not theirs: what a component lets its
 * callers override stands there as `base:…` (theme.css), which any class without `base:` wins over.
 */
export { clsx as classNames } from 'clsx';
