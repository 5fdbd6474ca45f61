// The provider's public status page (Atlassian Statuspage, summary.json).
import { z } from 'zod';
import { lenient } from './lenient.ts';
import type { DeclaredFields } from './lenient.ts';

const wireStatusPageSchema = z.looseObject({
  page: lenient(z.looseObject({ name: lenient(z.string()), updated_at: lenient(z.string()) })),
  status: z.looseObject({
    /** The provider's public status: none, minor, major, critical or maintenance. */
    indicator: z.string(),
    description: lenient(z.string()),
  }),
  components: lenient(z.array(z.looseObject({ name: lenient(z.string()), status: lenient(z.string()) }))),
});

type WireStatusPage = DeclaredFields<z.infer<typeof wireStatusPageSchema>>;

/** Reads the parsed JSON of the provider's status page. Undefined if it has no indicator. Never throws. */
export function parseWireStatusPage(value: unknown): WireStatusPage | undefined {
  const parsed = wireStatusPageSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
