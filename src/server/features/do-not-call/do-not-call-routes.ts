/** The do-not-call list's endpoints. */
import type { FastifyRequest } from 'fastify';
import { doNotCallEndpoints as endpoints } from '../../../contract/do-not-call.ts';
import { readNumberKey } from '../../../phone/number-key.ts';
import { findWorkspacePhoneCountry } from '../settings/index.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import {
  addDoNotCallNumber,
  deleteUploadedDoNotCallList,
  removeDoNotCallNumber,
  importDoNotCallFile,
  type DoNotCallChangeDeps,
  type DoNotCallListAuthor,
} from './change-list.ts';
import { bodyReading } from './number-file.ts';
import { listDoNotCallEntries, listUploadedDoNotCallLists } from './do-not-call-store.ts';

export function registerDoNotCallRoutes(binder: EndpointBinder, deps: DoNotCallChangeDeps): void {
  binder.bind(endpoints.listDoNotCall, async ({ workspaceId, query: { q, source, page, pageSize }, reply }) => {
    const country = await findWorkspacePhoneCountry(deps.db, workspaceId);
    const filter = { q: q?.trim(), numberKey: readNumberKey(q ?? '', { country }), source };
    const { entries, total } = await listDoNotCallEntries(deps.db, workspaceId, filter, {
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    reply.header('x-total-count', total);
    return entries;
  });
  binder.bind(endpoints.addDoNotCall, (context) => addDoNotCallNumber(deps, authorOf(context), context.body));
  binder.bind(endpoints.removeDoNotCall, async (context) => {
    await removeDoNotCallNumber(deps, authorOf(context), context.params.numberKey);
    return done;
  });
  binder.bind(endpoints.listDoNotCallLists, ({ workspaceId }) => listUploadedDoNotCallLists(deps.db, workspaceId));
  binder.bind(
    endpoints.uploadDoNotCallList,
    (context) => {
      const { kind, name, fileDate = null } = context.query;
      const { body } = context.request;
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      return importDoNotCallFile(deps, authorOf(context), { kind, name, fileDate }, (country) =>
        binder.read(context.request, bytes, bodyReading, country),
      );
    },
    { rawBody: true },
  );
  binder.bind(endpoints.removeDoNotCallList, async (context) => {
    await deleteUploadedDoNotCallList(deps, authorOf(context), context.params.id);
    return done;
  });
}

const done = { ok: true } as const;

interface Asking {
  readonly identity: { readonly userId: string; readonly username: string };
  readonly workspaceId: string;
  readonly request: FastifyRequest;
}

function authorOf({ identity: { userId, username }, workspaceId, request }: Asking): DoNotCallListAuthor {
  return { workspaceId, userId, username, address: request.ip };
}
