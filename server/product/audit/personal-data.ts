import { sql } from 'kysely'
import type { ExportList } from '../people/export-list.ts'

/** They stay when the person leaves, without a name. */
export const decisionList: ExportList = {
  file: 'decisions.json',
  about: 'what the Ignite team decided about you and your posts',
  query: userId => sql`
    select at, action, post_title, reason from audit_entries
    where person_id = ${userId} and action in ('hide_post', 'show_post', 'remove_post', 'suspend_person', 'reinstate_person')
    order by id`,
}
