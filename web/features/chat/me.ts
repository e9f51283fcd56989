import type { Login } from '#web/features/logins/queries.ts'

/** Whose chat it is. */
export type Me = Pick<Login, 'id' | 'email' | 'name' | 'username'>
