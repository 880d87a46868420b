import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import { judgeJoin } from '../../domain/events/rules.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import type { SeatLink, SeatStep } from '../../domain/seat-codes/contract.ts'
import { stepAfterCode } from '../../domain/seat-codes/rules.ts'
import type { AccountContext } from '../accounts/context.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { findSlot } from '../events/find-slot.ts'
import { heldUntil } from '../events/holds.ts'
import { readEventForJoiner, toJoinFacts } from '../events/read-event-for-joiner.ts'
import { readFirst } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, orNull, select } from '../platform/row-query.ts'
import { seatCodes } from './schema.ts'

/** What the link in an email does. Whoever has it reads that mailbox, so it may say who has the account of the address. */
export async function readSeatLink({ db, now }: AccountContext, token: string): Promise<SeatLink> {
  const isLink = and(eq(seatCodes.linkHash, await hashSecret(token)), gt(seatCodes.expiresAt, now))
  const query = db
    .select({
      name: seatCodes.name,
      eventId: seatCodes.eventId,
      choice: seatCodes.choice,
      holdId: seatCodes.holdId,
      userId: people.id,
      ownName: people.displayName,
      termsAcceptedAt: people.termsAcceptedAt,
    })
    .from(seatCodes)
    .leftJoin(people, and(eq(people.emailKey, seatCodes.emailKey), isNotNull(people.emailVerifiedAt)))
    .where(isLink)
  const found = await readFirst(db, query)
  if (!found) throw new AppError('LinkUsed')
  const step = await findStep(db, found, now)
  return {
    name: found.ownName ?? found.name,
    acceptsTerms: found.termsAcceptedAt === null,
    step,
    ...(step === 'form' && { choice: found.choice }),
  }
}

type Found = Pick<typeof seatCodes.$inferSelect, 'eventId' | 'choice' | 'holdId'> & { userId: string | null }

/** Null if the person cannot join the game any more, or is in it. */
async function findStep(db: Database, { eventId, choice, holdId, userId }: Found, now: number): Promise<SeatStep | null> {
  const event = await readEventForJoiner(db, eventId, userId, now).catch((error: unknown) => {
    // It was deleted, or hidden from the person.
    if (error instanceof AppError && error.code === 'EventNotFound') return null
    throw error
  })
  if (!event) return null
  const { tierId = null } = choice
  const slotId = await findSlot(db, eventId, choice.slotId)
  const refusal = judgeJoin(toJoinFacts(event, slotId, now), 0)
  if (refusal.code !== 'EventFull' && refusal.code !== 'GameFormFirst') return null
  // The game may have moved so near that nobody can pay any more.
  if (judgeSeat({ ...event, way: 'join', now }) instanceof AppError) return null
  const held = await readFirst(
    db,
    select({ heldUntil: orNull(asNumber) }, sql`SELECT ${heldUntil({ eventId, slotId, tierId }, sql`${holdId}`, now)} AS heldUntil`),
  )
  return stepAfterCode({
    ...event,
    ...choice,
    isPaid: event.pricing !== null && !event.isHost,
    isHeld: typeof held?.heldUntil === 'number',
  })
}
