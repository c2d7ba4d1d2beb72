import { entitiesOf, isOutOfReach, stoppedOf } from '../tokens/api-clients.ts'
import { MAKER_STOPS, STOPPED_MAKERS } from './settings.ts'

/**
 * Whether the settings of an institution hold what stopped actors set up, for a kind of stop, in
 * SQL.
 */
export const holdsStopped = (settings: string, kind: string) => `coalesce(${settings} -> 'stoppedMakers' ->> ${kind},
  case ${kind} ${MAKER_STOPS.map((one) => `when '${one}' then '${STOPPED_MAKERS[one]}'`).join(' ')} end) = 'Hold'`

/**
 * Whether what a row says was set up waits, because the client or the user who did was stopped
 * since, or reaches its customer no more, in SQL. A few lookups by key; none if nobody is known.
 * @param row the alias of the row, which has tenant_id and customer_id
 * @param by its columns of the client and of the user
 */
export const isSetByStopped = (row: string, [client, user] = ['set_by', 'set_by_user']) =>
  `(${row}.${client} is not null and exists (
    select from (select i.settings from institutions i where i.tenant_id = $1) as i
      left join lateral (${stoppedOf(
        `(values (${row}.${client}, ${row}.${user}, null::bigint, null::timestamptz))`,
        'clock_timestamp()',
      )}) as s on true
    where s.is_revoked and ${holdsStopped('i.settings', "'clientRevoked'")}
      or s.is_expired and ${holdsStopped('i.settings', "'clientExpired'")}
      or s.is_user_stopped and ${holdsStopped('i.settings', "'userStopped'")}
      or cardinality(s.suspended_ids) > 0 and ${holdsStopped('i.settings', "'legalEntitySuspended'")}
      or ${holdsStopped('i.settings', "'outOfReach'")} and exists (
        select from ${entitiesOf(`${row}.${client}`, `${row}.${user}`)} as e (id) where ${isOutOfReach('e.id', `${row}.customer_id`)})))`.replaceAll(
    '$1',
    `${row}.tenant_id`,
  )
