-- Spreads a Vocero database over the nodes of Citus (12 or newer), by workspace: all rows of a workspace lie on one node, so that
-- each transaction of ingest and dispatch stays on one node as well. Run once, on the coordinator, with every server stopped:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f deploy/citus.sql
-- docs/scaling.md says when, and what of it was tried. A test holds this list to the schema.
create extension if not exists citus;

-- Triggers write the events that go out, each into tables of the same workspace, so on the same node (docs/decisions/0035). Citus wants to
-- be told that this is so. Not tried yet: try it before the rest.
do $$ begin execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database()); end $$;
set citus.enable_unsafe_triggers = on;

-- Read from every node, seldom written: a copy on each.
select create_reference_table('users');
select create_reference_table('workspaces');
select create_reference_table('oidc_identities');
select create_reference_table('second_factors');
select create_reference_table('passkeys');

-- Stay on the coordinator as they are: installation, login_failures, mail_links, name_refusals, oidc_spent,
-- passkey_challenges, recovery_codes, sessions, sign_in_challenges, and the schema pgboss of the jobs.

-- Of a workspace: together by its id.
select create_distributed_table('calls', 'workspace_id', colocate_with => 'none');
select create_distributed_table('agent_webhooks', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('alert_deliveries', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('alert_reads', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('alerts', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('attempts', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('audit_log', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_attention', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_details', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_events', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_listenings', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_reviews', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_search', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_search_queue', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_tombstones', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('call_views', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('campaign_counts', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('campaign_log', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('campaigns', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('contact_queue', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('contacts_to_empty', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('dial_checks', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('dispatch_leases', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('do_not_call', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('do_not_call_lists', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('event_deliveries', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('event_webhooks', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('idempotency_keys', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('live_monitors', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('oidc_rules', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('origin_numbers', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('provider_cache', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('quality_forms', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('recipients', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('recipients_to_erase', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('reconcile_marks', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('retention_marks', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_agent_days', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_day_fields', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_day_tallies', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_days', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_half_hour_fields', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_half_hour_tallies', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_half_hours', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_total_day_fields', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_total_day_tallies', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_total_days', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_repairs', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_total_half_hour_fields', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('rollup_total_half_hours', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('test_calls', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('webhook_misses', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('webhook_receipts', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('workspace_invitations', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('workspace_members', 'workspace_id', colocate_with => 'calls');
-- After the members, whom they name.
select create_distributed_table('api_tokens', 'workspace_id', colocate_with => 'calls');
select create_distributed_table('workspace_settings', 'workspace_id', colocate_with => 'calls');
