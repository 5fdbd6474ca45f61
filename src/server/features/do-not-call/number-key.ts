/** One number, however it is written: what two spellings of the same line have in common. */

/** The national number of an E.164 number; for Argentina without the mobile 9, so that +54 9 11… and +54 11… are one. */
export function nationalNumberKey(phoneNumber: string): string {
  return phoneNumber.replace(/^\+549?/, '').replace(/\D/g, '');
}
