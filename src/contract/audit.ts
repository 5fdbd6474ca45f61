/** What the audit log writes down, without zod. Each has its sentence in labels/audit-es.ts. */

/** Named `thing.happened`; the part before the dot is the topic that the log is filtered by. */
export const auditActions = [
  'session.started',
  'session.refused',
  'session.ended',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.password_changed',
  'user.password_reset',
  'member.added',
  'member.role_changed',
  'member.removed',
  'workspace.created',
  'workspace.updated',
  'workspace.key_replaced',
  'workspace.key_shown',
  'workspace.webhook_rotated',
  'workspace.switched',
  'settings.saved',
  'campaign.created',
  'campaign.paused',
  'campaign.resumed',
  'campaign.stopped',
  'campaign.deleted',
  'do_not_call.added',
  'do_not_call.removed',
  'do_not_call.uploaded',
  'do_not_call.list_removed',
  'alert.tested',
] as const;
export type AuditAction = (typeof auditActions)[number];
