import { eq } from 'drizzle-orm'
import { buyMembership } from '../../worker/memberships/buy.ts'
import { confirmMembership } from '../../worker/memberships/confirm-membership.ts'
import { offerMembership } from '../../worker/memberships/offers.ts'
import { membershipSubscriptions } from '../../worker/memberships/schema.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { sendForm } from './paid-games.ts'
import { openSandbox } from './sandbox.ts'

const id = 'demo-drop-in-pass'
const buyer = { id: 'demo-organizer', email: 'organizer@demo.test' }

/** A community of `demo-host` sells a membership, and `demo-organizer` has bought it as in the product. Needs the account of the host. */
export async function addMemberships(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const now = Date.now()
  await offerMembership(db, { now, newId: () => id }, 'demo-host', 'sunset-smashers', {
    ...{ type: 'DROPIN_PICKUP', name: 'Drop-in pass', description: 'For friends of the club who play now and then.' },
    ...{ amount: 2000, currency: 'usd', every: 'month' },
  })
  const bought = membershipSubscriptions
  const isBought = await readFirst(db, db.select({ id: bought.subscriptionId }).from(bought).where(eq(bought.memberId, buyer.id)))
  if (isBought?.id) return
  const money = openAt(now)
  const url = await buyMembership(money, buyer, id, { amount: 2000, currency: 'usd' })
  const location = await sendForm(url, { number: '4242424242424242', email: buyer.email, name: 'Demo Payer' })
  const sessionId = new URL(location, settings.stripe?.sandboxUrl ?? undefined).searchParams.get('session_id')
  if (sessionId === null) throw new Error(`The sandbox sold no membership: ${location}`)
  await confirmMembership({ ...money, now: Date.now() }, buyer.id, sessionId)
}
