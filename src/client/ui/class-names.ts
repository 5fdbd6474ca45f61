/** Joins class names; a later one wins over an earlier one of the same property, so that callers can override. */
import { clsx, type ClassValue } from 'clsx';
import { twMerge } from 'tailwind-merge';

export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
