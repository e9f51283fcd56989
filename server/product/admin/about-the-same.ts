import { sql } from 'kysely'

/** The condition under which two rows of `reports` (by their aliases in a query) are about the same thing. */
export function areAboutTheSame(one: string, other: string) {
  const [a, b] = [one, other].map(row => (column: string) => sql.ref(`${row}.${column}`)) as [Column, Column]
  return sql<boolean>`(
    ${a('id')} = ${b('id')} or ${a('post_id')} = ${b('post_id')}
    or (${a('person_id')} = ${b('person_id')}
      and num_nonnulls(${a('post_id')}, ${a('message_seq')}, ${b('post_id')}, ${b('message_seq')}) = 0))`
}

type Column = (name: string) => ReturnType<typeof sql.ref>
