import { and, eq } from 'drizzle-orm'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { leaveEvent } from '../../worker/events/change-joiner.ts'
import { createEvent } from '../../worker/events/create-event.ts'
import { joinEvent } from '../../worker/events/join-event.ts'
import { joiners } from '../../worker/events/schema.ts'
import { notePayment } from '../../worker/orders/note-payment.ts'
import { payShare } from '../../worker/orders/shares.ts'
import { readFirst } from '../../worker/platform/batch.ts'
import type { Database } from '../../worker/platform/database.ts'
import { demoGameDefaults, readPlaces, toWhere } from './events.ts'
import { buySeat, hasPaid, payerOf, payOnPage } from './paid-games.ts'
import { openSandbox } from './sandbox.ts'

const campId = 'demo-volleyball-camp'
const padelId = 'demo-padel-night'
/** The order of the one who brought friends. Its id is in the link for them. */
const shareId = 'demo-padel-share'
const currency = 'usd'

/**
 * Games of `demo-host` whose seats are paid for in parts. `demo-player` has paid the deposit of a camp. In the other game, a party splits
 * the price: `demo-organizer` has paid for one seat and nobody for the other, one player has paid cash, and one has left and waits for a
 * buyer. Needs the account of the host.
 */
export async function addPartPayments(db: Database): Promise<void> {
  const sandbox = await openSandbox(db)
  if (!sandbox) return
  const { settings, openAt } = sandbox
  const money = openAt(Date.now())
  const atSandbox = { settings, money }
  const price = { early: null, memberAmount: null, feeBy: 'host' as const, currency: 'usd' as const }
  await addGame(db, campId, 'south-hall', {
    ...{ activity: 'volleyball', title: 'Volleyball camp', capacity: 24, ...at(30, '09:00', '15:00') },
    description: 'Six hours with two coaches: serve, pass, set. Lunch is included.',
    pricing: { ...price, amount: 6000, refundHours: 168, deposit: { amount: 2000, dueHours: 72 } },
  })
  await addGame(db, padelId, 'domain-padel', {
    ...{ activity: 'padel', title: 'Padel doubles night', capacity: 12, ...at(12, '18:00', '20:00') },
    description: 'Three courts, short sets, and everybody plays with everybody. Rackets are there.',
    pricing: { ...price, amount: 1800, refundHours: null, refundIfResold: true },
  })
  await buySeat(atSandbox, 'demo-player', campId, { amount: 2000, currency, balance: 4000 })

  const party = { settings, money: { ...money, newId: () => shareId } }
  const seen = { amount: 1800, currency, balance: 3600, way: 'split' } as const
  await buySeat(party, 'demo-person-010', padelId, seen, ['Olive', 'Ben'])
  if (!(await hasPaid(db, 'demo-organizer', padelId))) {
    const context = { ...money, now: Date.now() }
    const page = await payShare(context, payerOf('demo-organizer'), shareId, { amount: 1800, currency })
    await payOnPage(atSandbox, 'demo-organizer', page)
  }

  await buySeat(atSandbox, 'demo-person-011', padelId, { amount: 1800, currency })
  await leaveEvent(db, Date.now(), 'demo-person-011', padelId)
  await takeCash(atSandbox, 'demo-person-012')
}

const at = (days: number, from: string, to: string) => {
  const date = dateText(Math.floor(Date.now() / day) + days)
  return { starts: `${date}T${from}`, ends: `${date}T${to}` }
}

type GameForm = Omit<EventForm, keyof typeof demoGameDefaults | 'where'> & Pick<EventForm, 'description' | 'pricing'>

async function addGame(db: Database, id: string, placeId: string, form: GameForm): Promise<void> {
  const { places } = await readPlaces(db)
  const place = places.find((one) => one.id === placeId)
  if (!place) throw new Error('Build the places first')
  await createEvent(db, { now: Date.now(), newId: () => id }, 'demo-host', {
    form: { ...demoGameDefaults, ...form, where: toWhere(place) },
    repeat: null,
    publish: { when: 'now' },
    idempotencyKey: null,
  })
}

/** The host notes that a player has paid cash for a seat that was held. */
async function takeCash({ money }: { money: Parameters<typeof notePayment>[0] }, playerId: string): Promise<void> {
  const { db } = money
  if (await hasPaid(db, playerId, padelId)) return
  await joinEvent(db, { ...money, now: Date.now() }, playerId, padelId, { slotId: null, guests: [], answers: {}, orWait: false })
  const isTheirs = and(eq(joiners.eventId, padelId), eq(joiners.userId, playerId))
  const held = await readFirst(db, db.select({ id: joiners.id }).from(joiners).where(isTheirs))
  if (!held) throw new Error(`${playerId} has no seat to pay for.`)
  const unpaid = { eventId: padelId, joinerId: held.id }
  await notePayment({ ...money, now: Date.now() }, 'demo-host', unpaid, { method: 'cash', amount: 1800, currency })
}
