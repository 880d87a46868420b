import { and, eq, gt, sql } from 'drizzle-orm'
import type { SignInCode } from '../../domain/accounts/sign-in-codes.ts'
import { AppError } from '../../domain/errors.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { RedeemSeatCode } from '../../domain/seat-codes/contract.ts'
import { refuseSeatCode } from '../../domain/seat-codes/rules.ts'
import { claimAddress } from '../accounts/claim-address.ts'
import type { AccountContext } from '../accounts/context.ts'
import { hashSecret } from '../accounts/secrets.ts'
import { people } from '../accounts/shared.ts'
import { findSlot } from '../events/find-slot.ts'
import { releaseSeat } from '../events/holds.ts'
import { joinEvent } from '../events/join-event.ts'
import { readFirst, runBatch, write } from '../platform/batch.ts'
import { findGameOfNewcomer, setUpFromGame } from '../profiles/set-up-from-game.ts'
import { seatCodes } from './schema.ts'
import { hashSeatCode, makeSeatCodeId } from './seat-code-hashes.ts'

type Requester = { browserSecret: string; secret: string }
type SeatCode = typeof seatCodes.$inferSelect
export type Redeemed = { userId: string; eventId: string }

/**
 * Uses a code or its link once: signs the person in, whose account and profile are created if there are none, and takes the seat. The
 * email is theirs, because the code was sent to it. If they cannot have the seat, they are signed in all the same, and the page of the
 * game says why. The code is deleted last, so that it still works if something before that fails. Each step before it can be done twice,
 * and only the request that deletes the code signs in.
 */
export async function redeemSeatCode(context: AccountContext, requester: Requester, given: RedeemSeatCode): Promise<Redeemed | SignInCode> {
  const found = 'code' in given ? await findByCode(context, requester, given) : await findByLink(context, given.token)
  const refusal = 'code' in given ? 'CodeUsed' : 'LinkUsed'
  if (!found) return refusal
  if (typeof found === 'string') return found
  const userId = await claimAccount(context, found)
  await takeSeat(context, userId, found)
  const isOwn = and(eq(seatCodes.id, found.id), eq(seatCodes.linkHash, found.linkHash))
  const used = await write(context.db, context.db.delete(seatCodes).where(isOwn))
  return used === 0 ? refusal : { userId, eventId: found.eventId }
}

/**
 * A try is counted before the code is compared, so many at the same moment do not get around the limit. What is refused tells only the
 * browser that asked for the code how it went on with it, and nothing about the account of the address.
 */
async function findByCode(
  { db, now }: AccountContext,
  { browserSecret, secret }: Requester,
  { eventId, code }: { eventId: string; code: string },
): Promise<SeatCode | SignInCode | undefined> {
  const id = await makeSeatCodeId(secret, browserSecret, eventId)
  const codeHash = await hashSeatCode(secret, id, code)
  const isOpen = and(eq(seatCodes.id, id), gt(seatCodes.expiresAt, now))
  const { found } = await runBatch(db, {
    tried: db
      .update(seatCodes)
      .set({ tries: sql`${seatCodes.tries} + 1` })
      .where(isOpen),
    found: db.select().from(seatCodes).where(isOpen),
  })
  const [row] = found.rows
  return row && (refuseSeatCode(row.codeHash === codeHash, row.tries) ?? row)
}

async function findByLink({ db, now }: AccountContext, token: string): Promise<SeatCode | undefined> {
  const isLink = and(eq(seatCodes.linkHash, await hashSecret(token)), gt(seatCodes.expiresAt, now))
  return readFirst(db, db.select().from(seatCodes).where(isLink))
}

async function claimAccount(context: AccountContext, { email, name, eventId }: SeatCode): Promise<string> {
  const { db, now } = context
  const { found } = await runBatch(db, {
    ...claimAddress(context, email),
    found: db
      .select({ id: people.id })
      .from(people)
      .where(eq(people.emailKey, canonicalAddress(email))),
  })
  const [person] = found.rows
  if (!person) throw new Error('The account of a seat code was not found')
  // Whoever asked for the code accepted the terms. A profile that is there stays as it is.
  const game = await findGameOfNewcomer(db, null, eventId)
  if (game) await setUpFromGame(db, now, { id: person.id, email }, game, { name, isOldEnough: true, acceptsTerms: true })
  return person.id
}

async function takeSeat(
  { db, now, newId, platform }: AccountContext,
  userId: string,
  { eventId, choice, holdId }: SeatCode,
): Promise<void> {
  try {
    const slotId = await findSlot(db, eventId, choice.slotId)
    await joinEvent(db, { now, newId, platform }, userId, eventId, { ...choice, slotId, guests: [] }, holdId)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (holdId !== null) await releaseSeat(db, eventId, holdId, now)
  }
}
