import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'

const schemas = ['public', 'chat', 'assistant', 'platform']

/** Written once and permanent: the running role may only add rows. */
const kept = ['audit_entries', 'ledger_transactions', 'ledger_entries', 'wallet_lines']

/**
 * Gives the running role its rights on whatever the owner makes from now on. Servers of the last release run while this one
 * migrates: what a migration makes is committed before the others have run, and a trigger acts with the rights of the role that writes.
 */
export async function allowNewTables(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute(async trx => {
    await oneAtATime(trx)
    const { rows } = await sql`
      select from pg_default_acl, aclexplode(defaclacl)
      where defaclrole = current_user::regrole and defaclnamespace = 0 and defaclobjtype = 'r' and grantee = ${role}::regrole`.execute(
      trx,
    )
    if (rows.length > 0) return
    const runner = sql.id(role)
    await sql`alter default privileges grant usage on schemas to ${runner}`.execute(trx)
    await sql`alter default privileges grant select, insert, update, delete on tables to ${runner}`.execute(
      trx,
    )
    await sql`alter default privileges grant usage, select on sequences to ${runner}`.execute(trx)
  })
}

/**
 * Grants the running role what the product does with the owner's tables, and no more: it owns none of them,
 * so it can't switch off the triggers that guard the ledger and the audit log, nor change or empty a table
 * around them. It owns the jobs' schema, since pg-boss migrates that itself. Checks first, since two servers
 * that grant at once would clash.
 */
export async function allowRunning(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute(async trx => {
    await oneAtATime(trx)
    if (!(await hasOtherRights(trx, role))) return
    const runner = sql.id(role)
    for (const schema of schemas) {
      const inside = sql.id(schema)
      await sql`grant usage on schema ${inside} to ${runner}`.execute(trx)
      await sql`grant select, insert, update, delete on all tables in schema ${inside} to ${runner}`.execute(
        trx,
      )
      await sql`grant usage, select on all sequences in schema ${inside} to ${runner}`.execute(trx)
    }
    for (const table of kept) await sql`revoke update, delete on ${sql.id(table)} from ${runner}`.execute(trx)
    await sql`revoke all on kysely_migration, kysely_migration_lock from ${runner}`.execute(trx)
    await sql`create schema if not exists pgboss authorization ${runner}`.execute(trx)
    await sql`select set_config('ignite.runner', ${role}, true)`.execute(trx)
    await sql.raw(handOverJobs).execute(trx)
  })
}

/** Two servers that start together would change the same rights. */
function oneAtATime(trx: Trx): Promise<unknown> {
  return sql`select pg_advisory_xact_lock(hashtext('allow running'))`.execute(trx)
}

/** Whether the role can't use a table or a sequence, may change what is permanent, or doesn't own the jobs. */
async function hasOtherRights(owner: Database, role: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class
    where relnamespace = any(${schemas}::regnamespace[]) and relkind in ('r', 'v', 'm', 'p', 'S')
      and relname not like 'kysely\_%' and not case relkind when 'S' then has_sequence_privilege(${role}, oid, 'usage')
        else has_table_privilege(${role}, oid, 'select') end
    union all select from unnest(${kept}::text[]) as name where has_table_privilege(${role}, name, 'update, delete')
    union all select where not exists (select from pg_namespace
      where nspname = 'pgboss' and nspowner = ${role}::regrole)`.execute(owner)
  return rows.length > 0
}

/** If the owner created the jobs, back when it ran everything. */
const handOverJobs = `
do $$
declare thing text;
begin
  for thing in
    select format('schema %I', nspname) from pg_namespace where nspname = 'pgboss'
    union all
    select format(case when relkind = 'v' then 'view %s' else 'table %s' end, oid::regclass) from pg_class
      where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v')
    union all
    select format('routine %s', oid::regprocedure) from pg_proc where pronamespace = 'pgboss'::regnamespace
    union all
    select format('type %s', oid::regtype) from pg_type where typnamespace = 'pgboss'::regnamespace and typtype = 'e'
  loop
    execute format('alter %s owner to %I', thing, current_setting('ignite.runner'));
  end loop;
end $$`

/** The role that runs the product, and whether it owns the tables. */
export async function runningRole(db: Database): Promise<{ name: string; owns: boolean }> {
  const { rows } = await sql<{ name: string; owns: boolean }>`
    select current_user as name, coalesce((select pg_has_role(relowner, 'usage') from pg_class
      where oid = to_regclass('public.ledger_entries')), false) as owns`.execute(db)
  return rows[0]!
}
