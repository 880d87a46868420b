import { and, eq, sql } from 'drizzle-orm'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { confirmDue } from '../../worker/dues/confirm-due.ts'
import { askForDues } from '../../worker/dues/manage.ts'
import { notePayment } from '../../worker/dues/note-payment.ts'
import { payDues } from '../../worker/dues/pay.ts'
import { duePayments } from '../../worker/dues/schema.ts'
import { readFirst, runBatch } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { sendForm } from './paid-games.ts'
import { openSandbox } from './sandbox.ts'
import { smashers } from './teams.ts'

const path = { id: 'sunset-smashers', dueId: 'demo-season-fee' }
const [paidInCash = '', paidByCard = ''] = smashers.slice(20)

/** The community of `demo-host` asks for dues. One member has paid by card as in the product, and one in cash. Needs the account of the host. */
export async function addDues(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const now = Date.now()
  await askForDues(db, { now, newId: () => path.dueId }, 'demo-host', path.id, {
    ...{ title: 'Season fee', note: 'For balls and court time until spring.', amount: 4000, currency: 'usd' },
    dueOn: dateText(Math.floor(now / day) + 14),
  })
  // Nobody is notified of it.
  const told = `dues-asked:${path.dueId}`
  db.outboxIds.splice(0, db.outboxIds.length, ...db.outboxIds.filter((id) => id !== told))
  await runBatch(db, { unsent: sql`DELETE FROM outbox WHERE id = ${told}` })
  const paid = await readFirst(
    db,
    db
      .select({ id: duePayments.id })
      .from(duePayments)
      .where(and(eq(duePayments.dueId, path.dueId), eq(duePayments.method, 'card'), eq(duePayments.state, 'paid'))),
  )
  if (paid) return
  await notePayment(db, { now, newId: () => 'demo-season-fee-cash' }, 'demo-host', { ...path, userId: paidInCash }, { method: 'cash' })
  const payer = { id: paidByCard, email: 'payer@demo.test' }
  const money = openAt(now)
  const url = await payDues(money, payer, path, { amount: 4000, currency: 'usd' })
  const location = await sendForm(url, { number: '4242424242424242', email: payer.email, name: 'Demo Payer' })
  const sessionId = new URL(location, settings.stripe?.sandboxUrl ?? undefined).searchParams.get('session_id')
  if (sessionId === null) throw new Error(`The sandbox took no dues: ${location}`)
  await confirmDue({ ...money, now: Date.now() }, payer.id, sessionId)
}
