import { expect, test } from 'vitest'
import { statementName } from './statement-name.ts'

test.each([
  ['begin', 'begin'],
  ['select "id" from "users" where "username" = $1', 'select users'],
  ['select id, array(select provider_id from login_accounts) as subjects from logins l', 'select logins'],
  [
    '\n  INSERT INTO "pgboss"."job" (id, data) SELECT id, data FROM json_to_recordset($1)',
    'insert pgboss.job',
  ],
  ['with gone as (delete from alerts returning id) update posts set name = $1', 'update posts'],
  ['update bookings set state = $1 where id in (select id from due for update)', 'update bookings'],
  ['select * from (select * from logins where token = $1) as found', 'select logins'],
  ['select extract(epoch from now()) as seconds', 'select'],
])('the statement %j is named %j', (text, name) => {
  expect(statementName(text)).toBe(name)
})
