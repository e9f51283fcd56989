import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '#server/deps.ts'
import type { Wallets } from '#server/platform/db/types.gen.ts'
import { askedZone } from '#server/platform/http/asked-zone.ts'
import { refuseUnfetched } from '#server/platform/http/cross-site.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { createPageMemory } from '#server/platform/http/paging.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { uuid } from '#shared/api/fields.ts'
import { wallets } from '#shared/api/wallets.ts'
import { centsToDecimal } from '#shared/domain/money.ts'
import { balancesOf, earnedByMonth, nextEarnings, questionedEarnings } from './balances.ts'
import { statementPage } from './statement.ts'
import { statementFile } from './statement-file.ts'
import { ensureWallet, findWallet, startWallet } from './wallet.ts'

/** A person's own wallet; nobody ever sees another's. */
export function walletRoutes(implement: Implement, { db, config, now }: Deps): void {
  const pageMemory = createPageMemory()

  implement(wallets.get, async ({ login }) => {
    const wallet = await findWallet(db, login.userId)
    return { status: 'success', wallet: wallet && walletAnswer(wallet) }
  })

  implement(wallets.createByGet, async ({ login, request }) => {
    refuseUnfetched(config.publicUrl, request)
    return { status: 'success', wallet: walletAnswer(await ensureWallet(db, login.userId, now())) }
  })

  implement(wallets.create, async ({ body, login }) => {
    const wallet = await startWallet(db, login.userId, body.terms_version, now())
    return { status: 'success', wallet: walletAnswer(wallet) }
  })

  implement(wallets.view, async ({ query, login }) => {
    const balances = await balancesOf(db, login.userId)
    const next = await nextEarnings(db, login.userId)
    const questioned = await questionedEarnings(db, login.userId)
    const months = await earnedByMonth(db, login.userId, zoneOf(query.timezone), now())
    return {
      status: 'success',
      balances: {
        pending: centsToDecimal(balances.pending),
        available: centsToDecimal(balances.available),
        frozen: centsToDecimal(balances.frozen),
        under_way: centsToDecimal(balances.payouts),
        paid_out: centsToDecimal(balances.paidOut),
      },
      questioned: questioned.map(({ cents, since, ...of }) => ({
        ...of,
        amount: centsToDecimal(cents),
        since: isoTime(since),
      })),
      next: next && { date: isoTime(next.at), amount: centsToDecimal(next.cents) },
      months: months.map(({ month, cents }) => ({ month, earned: centsToDecimal(cents) })),
    }
  })

  implement(wallets.transactions, async ({ query, login }) => {
    const { filter, limit } = query
    if (query.cursor !== undefined && !z.safeParse(uuid, query.cursor).success) {
      throw invalidField('query.cursor', 'This isn’t a cursor of this list.')
    }
    const { start, end } = pageMemory.open(login.userId, filter, query)
    const transactions = await statementPage(db, login.userId, { filter, start, limit })
    const ids = transactions.map(({ id }) => id)
    return { status: 'success', transactions, next_cursor: end(ids, limit) }
  })

  implement(wallets.transactionsFile, async ({ query, login, reply }) => {
    const zone = zoneOf(query.timezone)
    const name = `ignite-transactions-${now().toZonedDateTimeISO(zone).toPlainDate()}.csv`
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(statementFile(db, login.userId, { filter: query.filter, zone })))
  })
}

function walletAnswer({ terms_version, created_at }: Selectable<Wallets>) {
  return { agreed: terms_version !== null, terms_version, created_on: isoTime(created_at) }
}

function zoneOf(timezone = 'UTC'): string {
  return askedZone('query.timezone', timezone)
}
