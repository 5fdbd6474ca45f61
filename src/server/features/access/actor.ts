/** Who does something, as the audit log writes it down. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  /** Where the request came from; null for the system itself. */
  readonly address: string | null;
}
