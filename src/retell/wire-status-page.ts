// The provider's public status page (Atlassian Statuspage, summary.json).
import { z } from 'zod';
import { toLenientFieldSchema } from './lenient.ts';
import type { DeclaredFieldsOnly } from './lenient.ts';

const wireStatusPageSchema = z.looseObject({
  page: toLenientFieldSchema(
    z.looseObject({ name: toLenientFieldSchema(z.string()), updated_at: toLenientFieldSchema(z.string()) }),
  ),
  status: z.looseObject({
    /** Overall status on the provider's status page: none (all is well), minor, major, critical or maintenance. */
    indicator: z.string(),
    description: toLenientFieldSchema(z.string()),
  }),
  components: toLenientFieldSchema(
    z.array(z.looseObject({ name: toLenientFieldSchema(z.string()), status: toLenientFieldSchema(z.string()) })),
  ),
});

type WireStatusPage = DeclaredFieldsOnly<z.infer<typeof wireStatusPageSchema>>;

/** Parses the JSON of the provider's status page. Undefined if it has no overall status. Never throws. */
export function parseWireStatusPage(value: unknown): WireStatusPage | undefined {
  const parsed = wireStatusPageSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
