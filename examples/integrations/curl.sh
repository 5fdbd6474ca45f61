#!/bin/sh
# A campaign by curl: create it for a day at ten, add somebody meanwhile, read what came of it.
#   VOCERO_URL=https://consola.example VOCERO_TOKEN=vcr_… FROM=+541150000000 DATE=2026-12-01 sh curl.sh
set -eu

vocero() {
  method=$1 path=$2
  shift 2
  curl -sS --fail-with-body -X "$method" "$VOCERO_URL$path" -H "Authorization: Bearer $VOCERO_TOKEN" "$@"
}

# The key makes a repeated run one campaign, not two.
created=$(vocero POST /api/campaigns \
  -H 'Content-Type: application/json' \
  -H "Idempotency-Key: cobranza-$DATE" \
  --data-binary "{
    \"name\": \"Cobranza de noviembre\",
    \"successDefinition\": \"Acepta una fecha de pago\",
    \"phoneNumber\": \"$FROM\",
    \"sendOption\": \"scheduled\",
    \"scheduledDate\": \"$DATE\",
    \"scheduledTime\": \"10:00\",
    \"recipients\": [{\"phone_number\": \"+5491145550001\", \"customer_name\": \"Ana Díaz\"}]
  }")
id=$(printf '%s' "$created" | sed 's/.*"id":"\([^"]*\)".*/\1/')

# Up to a thousand a request; who is in the campaign already is not added again.
vocero POST "/api/campaigns/$id/recipients" \
  -H 'Content-Type: application/json' \
  --data-binary '{"recipients": [{"phone_number": "+5491145550002", "customer_name": "Beto Ruiz"}]}' >/dev/null
vocero GET "/api/campaigns/$id/results.csv"
