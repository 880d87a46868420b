import Stripe from 'stripe'
import * as v from 'valibot'
import { MoneyWork } from '../../../domain/payments/jobs-contract.ts'
import { day, hour } from '../../../domain/time/spans.ts'
import { authorize, createAccount } from '../../../sandbox/stripe/core/accounts.ts'
import { platform } from '../../../sandbox/stripe/core/books.ts'
import { createStripe } from '../../../sandbox/stripe/core/stripe.ts'
import { openLocalDatabase } from '../../../scripts/local-database.ts'
import { applyMigrations, readMigrations } from '../../../scripts/migrations.ts'
import { sweepLedgers } from '../../../worker/ledger/queue-syncs.ts'
import { syncLedger } from '../../../worker/ledger/sync-ledger.ts'
import { queueAccountReadings } from '../../../worker/payments/queue-account-readings.ts'
import { syncAccount } from '../../../worker/payments/sync-account.ts'
import { runBatch } from '../../../worker/platform/batch.ts'
import { wrapDatabase } from '../../../worker/platform/database.ts'
import { makeRandom } from '../../setup/make-random.ts'
import { atEnd } from '../setup/shared.ts'
import { makeWorkFolder } from '../setup/work-folder.ts'
import { addHost, addSales, hostOf, start } from './fill-books.ts'

const hosts = 10
const paymentsOfHost = 100

/** The calls of a sweep that finds 1,000 payments, those of the sweep that finds their payouts, and how far the books are off at most. */
export type Swept = { payments: number; payouts: number; difference: number }

/** Ten hosts with a hundred payments each, about which no event has told. */
export async function sweepHosts(): Promise<Swept> {
  let now = start
  const standIn = createStripe({ now: () => now, url: 'http://stripe.example', random: makeRandom(7) })
  let calls = 0
  const answer = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input))
    calls += 1
    const headers = Object.fromEntries(new Headers(init.headers).entries())
    const request = {
      method: init.method ?? 'GET',
      path: `${pathname}${search}`,
      headers,
      body: typeof init.body === 'string' ? init.body : '',
    }
    const { status, headers: more, body } = await standIn.handle(request)
    return new Response(body, { status, headers: more })
  }
  const stripe = new Stripe('sk_test_sandbox', { httpClient: Stripe.createFetchHttpClient(answer), maxNetworkRetries: 0 })
  const { db: d1, close } = await openLocalDatabase(makeWorkFolder('ledger'))
  atEnd(close)
  await applyMigrations(d1, readMigrations())
  const db = wrapDatabase(d1)

  for (let index = 0; index < hosts; index += 1) {
    const account = standIn.act((world) => {
      const { id } = createAccount(world.books(platform), { type: 'express', country: 'US' }, true)
      authorize(world.books(platform), id)
      return id
    })
    const payments: string[] = []
    for (let payment = 0; payment < paymentsOfHost; payment += 1) {
      const intent = await stripe.paymentIntents.create(
        { amount: 1500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true, application_fee_amount: 75 },
        { stripeAccount: account },
      )
      payments.push(intent.id)
    }
    await addHost(d1, hostOf(index), account)
    await addSales(d1, hostOf(index), account, paymentsOfHost, (payment) => payments[payment] ?? '')
  }

  const sweep = async () => {
    calls = 0
    // Our own account has a list too.
    await stripe.events.list({ delivery_success: false, limit: 100 })
    await runBatch(db, { ledgers: sweepLedgers(now), accounts: queueAccountReadings(now) })
    const { results } = await d1.prepare("SELECT body FROM outbox WHERE queue = 'money'").all<{ body: string }>()
    await d1.prepare('DELETE FROM outbox').run()
    for (const { body } of results) {
      const work = v.parse(MoneyWork, JSON.parse(body))
      if (work.kind === 'sync-ledger') await runBatch(db, { effect: await syncLedger({ db, stripe, now }, work) })
      else if (work.kind === 'read-account') await runBatch(db, { effect: await syncAccount({ db, stripe, now }, work.accountId) })
      else throw new Error(`The sweep queued ${work.kind}.`)
    }
    return calls
  }

  now += hour
  const payments = await sweep()
  now += 4 * day
  standIn.runDue()
  const payouts = await sweep()
  const { results } = await d1.prepare('SELECT max(abs(difference)) AS difference, count(checked_at) AS checked FROM ledger_checks').all()
  const [row] = results
  if (row?.checked !== hosts) throw new Error(`${row?.checked} of ${hosts} accounts were checked.`)
  return { payments, payouts, difference: Number(row.difference) }
}
