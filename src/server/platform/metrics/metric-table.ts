/**
 * Defines every metric of `/metrics`. Registration, docs/metrics.md, alerts, the dashboard and the features' types use
 * this table. Names follow Prometheus: base units, `_total` for counters. Labels have few values and never contain a
 * workspace, a person or a number, because each value is a separate series.
 */

/** Possible values of a metric's label, or a text that describes them if they are not known in advance. */
type LabelValues = readonly string[] | string;

export interface ServerMetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelValues>>;
  /** The upper bounds of a histogram's buckets. */
  readonly buckets?: readonly number[];
  /**
   * True if the metric is read from the database, so that all servers report the same value. Dashboards must take the
   * servers' maximum, not their sum.
   */
  readonly isShared?: true;
}

const second = [0.005, 0.015, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const serverMetricDefinitionsBySection = {
  'Calls in': {
    vocero_http_request_seconds: {
      type: 'histogram',
      help: 'Time from request to answer, by route and status class',
      labels: { method: 'the HTTP method', route: 'the path as a template', status: '`2xx` to `5xx`' },
      buckets: second,
    },
    vocero_webhooks_received_total: {
      type: 'counter',
      help: 'Webhooks of the provider that are durable, by event',
      labels: { event: ['call_started', 'call_ended', 'call_analyzed', 'other'] },
    },
    vocero_webhooks_refused_total: {
      type: 'counter',
      help: 'Webhooks that were not taken, by reason; the provider delivers them again a few times',
      labels: {
        reason: ['unknown_token', 'too_many', 'signature', 'storage_full', 'unavailable', 'invalid', 'other'],
      },
    },
    vocero_webhook_lag_seconds: {
      type: 'histogram',
      help: 'Time from the event (the start or end that the call tells, else the signature) until it is durable',
      buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
    },
    vocero_ingest_queue_reports: { type: 'gauge', help: 'Reports of calls that wait to be stored; 8192 at most' },
    vocero_ingest_queue_bytes: { type: 'gauge', help: 'Size of the reports that wait to be stored; 256 MiB at most' },
    vocero_ingest_batch_reports: {
      type: 'histogram',
      help: 'Reports stored by one transaction',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    },
    vocero_ingest_batch_seconds: {
      type: 'histogram',
      help: 'Time that storing a batch took, tries after conflicts included',
      buckets: second,
    },
    vocero_ingest_failed_reports_total: {
      type: 'counter',
      help: 'Reports that were not stored: the database was away, or would not take them',
      labels: { reason: ['away', 'rejected'] },
    },
    vocero_storage_full: {
      type: 'gauge',
      help: '1 while the disk of the embedded database is nearly full: nothing is let in',
    },
  },
  Dialling: {
    vocero_dials_total: {
      type: 'counter',
      help: 'Claimed recipients by what became of the order at once. account: the key or its payment was refused; declined, check_failed: by the check before dialling; not_sent: surely nothing was written (stopped, too late, provider out of reach)',
      labels: {
        outcome: ['accepted', 'refused', 'rate_limited', 'account', 'unknown', 'declined', 'check_failed', 'not_sent'],
      },
    },
    vocero_dials_resolved_total: {
      type: 'counter',
      help: 'Orders without an answer whose outcome was looked up; what a webhook tells is not among them',
      labels: { outcome: ['confirmed', 'absent', 'unconfirmed'] },
    },
    vocero_orders_repeated_total: {
      type: 'counter',
      help: 'Orders without an answer that were sent again with their key, by what the provider said; only an accepted one says what became of the first',
      labels: { outcome: ['accepted', 'refused', 'unknown'] },
    },
    vocero_dispatched_workspaces: { type: 'gauge', help: 'Workspaces for which this server dials' },
    vocero_dial_pace_limit_calls_per_second: {
      type: 'gauge',
      help: 'Calls per second that the workspaces of this server with somebody to dial may place, summed; used: rate of vocero_dials_total',
    },
    vocero_lines_limit: { type: 'gauge', help: 'Lines of the provider, summed over the workspaces of this server' },
    vocero_lines_in_use: {
      type: 'gauge',
      help: 'Lines in use as far as is known, summed over the workspaces of this server',
    },
    vocero_lines_reserved: {
      type: 'gauge',
      help: 'Lines kept for inbound calls, summed over the workspaces of this server',
    },
    vocero_attempts_open: {
      type: 'gauge',
      help: 'Orders to dial that have no outcome yet; unconfirmed ones wait for a person',
      labels: { state: ['claimed', 'unknown', 'unconfirmed'] },
      isShared: true,
    },
    vocero_attempts_oldest_unknown_seconds: {
      type: 'gauge',
      help: 'Age of the oldest order whose outcome is being looked up; 0 without one',
      isShared: true,
    },
  },
  'Events out and jobs': {
    vocero_outbox_pending_events: {
      type: 'gauge',
      help: 'Events that wait for their receivers; counted up to 10000',
      isShared: true,
    },
    vocero_outbox_oldest_seconds: {
      type: 'gauge',
      help: 'Age of the oldest of those events, retries included; 0 without one',
      isShared: true,
    },
    vocero_outbox_overdue_seconds: {
      type: 'gauge',
      help: 'For how long an event of a receiver that works has been due: whether the servers keep up',
      isShared: true,
    },
    vocero_outbox_deliveries_total: {
      type: 'counter',
      help: 'Tries to deliver an event, by what came of it',
      labels: { outcome: ['delivered', 'refused', 'unreachable', 'set_aside'] },
    },
    vocero_jobs_waiting: {
      type: 'gauge',
      help: 'Jobs that are due, as counted by the queue every minute or two',
      labels: { job_name: 'as declared' },
      isShared: true,
    },
    vocero_jobs_active: {
      type: 'gauge',
      help: 'Jobs under way, as counted by the queue every minute or two',
      labels: { job_name: 'as declared' },
      isShared: true,
    },
    vocero_jobs_failed: {
      type: 'gauge',
      help: 'Jobs whose tries are used up, and which the queue still keeps',
      labels: { job_name: 'as declared' },
      isShared: true,
    },
    vocero_job_runs_total: {
      type: 'counter',
      help: 'Runs of jobs on this server',
      labels: { job_name: 'as declared', outcome: ['completed', 'failed'] },
    },
  },
  'Realtime and database': {
    vocero_realtime_sockets: { type: 'gauge', help: 'Sockets open on this server' },
    vocero_live_sockets: { type: 'gauge', help: 'Sockets of live calls that this server has open at the provider' },
    vocero_live_lines_total: { type: 'counter', help: 'Lines of live calls that were new or had changed' },
    vocero_live_sockets_closed_total: {
      type: 'counter',
      help: 'Sockets of live calls that closed or did not open. busy: the provider takes no more watchers of the call; not_live: the call had not begun; lost: the line broke; left: by this server, because nobody watched any more or nothing came',
      labels: { outcome: ['ended', 'taken_over', 'busy', 'refused', 'not_live', 'lost', 'left'] },
    },
    vocero_database_up: {
      type: 'gauge',
      help: '1 if the database took a new connection and answered within two seconds; without it what is read from it is missing',
    },
    vocero_database_pool_connections: {
      type: 'gauge',
      help: 'Connections of the main pool',
      labels: { state: ['idle', 'busy'] },
    },
    vocero_database_pool_waiting: { type: 'gauge', help: 'Requests that wait for a connection of the main pool' },
    vocero_database_pool_limit: { type: 'gauge', help: 'Connections that the main pool opens at most' },
    vocero_build_info: { type: 'gauge', help: 'Always 1', labels: { version: 'that of this server' } },
  },
} as const satisfies Record<string, Record<string, ServerMetricDefinition>>;

/** Metrics that the library prom-client itself registers, for the documentation. Some systems lack a few of them. */
export const promClientProcessMetrics = {
  process_cpu_user_seconds_total: 'counter',
  process_cpu_system_seconds_total: 'counter',
  process_cpu_seconds_total: 'counter',
  process_start_time_seconds: 'gauge',
  process_resident_memory_bytes: 'gauge',
  process_virtual_memory_bytes: 'gauge',
  process_heap_bytes: 'gauge',
  process_open_fds: 'gauge',
  process_max_fds: 'gauge',
  nodejs_eventloop_lag_seconds: 'gauge',
  nodejs_eventloop_lag_min_seconds: 'gauge',
  nodejs_eventloop_lag_max_seconds: 'gauge',
  nodejs_eventloop_lag_mean_seconds: 'gauge',
  nodejs_eventloop_lag_stddev_seconds: 'gauge',
  nodejs_eventloop_lag_p50_seconds: 'gauge',
  nodejs_eventloop_lag_p90_seconds: 'gauge',
  nodejs_eventloop_lag_p99_seconds: 'gauge',
  nodejs_active_resources: 'gauge',
  nodejs_active_resources_total: 'gauge',
  nodejs_active_handles: 'gauge',
  nodejs_active_handles_total: 'gauge',
  nodejs_active_requests: 'gauge',
  nodejs_active_requests_total: 'gauge',
  nodejs_heap_size_total_bytes: 'gauge',
  nodejs_heap_size_used_bytes: 'gauge',
  nodejs_external_memory_bytes: 'gauge',
  nodejs_heap_space_size_total_bytes: 'gauge',
  nodejs_heap_space_size_used_bytes: 'gauge',
  nodejs_heap_space_size_available_bytes: 'gauge',
  nodejs_version_info: 'gauge',
  nodejs_gc_duration_seconds: 'histogram',
} as const satisfies Record<string, ServerMetricDefinition['type']>;

type Sections = typeof serverMetricDefinitionsBySection;
type UnionToIntersection<U> = (U extends unknown ? (value: U) => void : never) extends (value: infer I) => void
  ? I
  : never;
export type ServerMetricDefinitions = UnionToIntersection<Sections[keyof Sections]>;
export type ServerMetricName = keyof ServerMetricDefinitions;

export const serverMetricDefinitions = Object.assign(
  {},
  ...Object.values(serverMetricDefinitionsBySection),
) as ServerMetricDefinitions;
