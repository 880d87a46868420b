import { eq, sql } from 'drizzle-orm'
import { AppError } from '../../domain/errors.ts'
import type { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import type { SeatCodeSent, SendSeatCode } from '../../domain/seat-codes/contract.ts'
import {
  findCodeEnd,
  maxHoldsPerNetwork,
  maxSeatCodesPerAddress,
  maxSeatCodesPerNetwork,
  maxSeatCodesPerPair,
  seatCodeWindow,
  stepAfterCode,
} from '../../domain/seat-codes/rules.ts'
import type { AccountContext } from '../accounts/context.ts'
import type { MailRequester } from '../accounts/limit-mails.ts'
import { countRequest, isWithin } from '../accounts/request-counts.ts'
import { hashSecret, makeCode, makeMailToken } from '../accounts/secrets.ts'
import { canFindSeat, heldUntil, holdSeat, isHeld, releaseHold } from '../events/holds.ts'
import { requireJoinable } from '../events/join-event.ts'
import { runSeatBatch } from '../events/seats.ts'
import { putInOutbox } from '../jobs/commands.ts'
import { excluded, insertSelect, onConflictUpdate } from '../platform/columns.ts'
import { asBoolean, asNumber, orNull, select } from '../platform/row-query.ts'
import { seatCodes } from './schema.ts'
import { hashSeatCode, makeSeatCodeId } from './seat-code-hashes.ts'

/**
 * Emails a code that signs the person in and takes the seat, and holds the seat until then. Nothing here depends on whether the address
 * has an account. A new code replaces the one that this browser has for this game, and its hold.
 */
export async function sendSeatCode(
  { db, now, newId, platform }: AccountContext,
  { browserSecret, network, secret }: MailRequester,
  { eventId, email, name, choice }: SendSeatCode,
): Promise<SeatCodeSent> {
  const event = await requireJoinable(db, eventId, choice, now)
  const { title, placeName, startsAt, timeZone } = event
  const emailKey = canonicalAddress(email)
  const id = await makeSeatCodeId(secret, browserSecret, eventId)
  const networkHash = await hashSecret(secret, 'seat code network', network)
  const { counted, areWithin } = await limitSeatCodes({ emailKey, networkHash, secret, now })
  const expiresAt = findCodeEnd(now, { startsAt, isPaid: event.pricing !== null })
  const [code, token, holdId] = [makeCode(), makeMailToken(), newId()]
  const linkHash = await hashSecret(token)

  const isOwn = eq(seatCodes.id, id)
  /** The hold of the code that this browser has now. After `sent`, it is that of the new code. */
  const oldId = sql`(SELECT ${seatCodes.holdId} FROM ${seatCodes} WHERE ${isOwn})`
  const isSamePerson = sql`EXISTS (SELECT 1 FROM ${seatCodes} WHERE ${isOwn} AND ${seatCodes.emailKey} = ${emailKey})`
  const { slotId, tierId = null, orWait } = choice
  const hold = { id: holdId, eventId, slotId, tierId, oldId, isSamePerson, expiresAt }
  // It stays true in each statement below, because the new hold is the reason once there is one.
  const isSent = sql`(${areWithin} AND (${orWait ? 1 : 0} OR ${isHeld(holdId)} OR ${canFindSeat(hold)}))`
  const isNetworkWithin = sql`(SELECT count(*) FROM ${seatCodes} WHERE ${seatCodes.eventId} = ${eventId} AND ${seatCodes.networkHash} = ${networkHash}
    AND ${seatCodes.holdId} IS NOT NULL AND ${seatCodes.expiresAt} > ${now} AND ${seatCodes.id} <> ${id}) < ${maxHoldsPerNetwork}`
  const row = {
    eventId,
    codeHash: await hashSeatCode(secret, id, code),
    linkHash,
    email,
    emailKey,
    name,
    choice,
    networkHash,
    tries: 0,
    expiresAt,
  }
  const isKept = sql`${heldUntil(hold, oldId, now)} IS NOT NULL`
  const mail = (isHeldNow: boolean) => {
    const step = stepAfterCode({ ...event, ...choice, isPaid: event.pricing !== null, isHeld: isHeldNow })
    const data = { title, placeName, startsAt, timeZone, sentAt: now, expiresAt, code, token, eventId, step, isHeld: isHeldNow }
    const body = { to: email, platform, template: { name: 'seat-code', data } } satisfies MailRequest
    const isSentNow = sql`EXISTS (SELECT 1 FROM ${seatCodes} WHERE ${seatCodes.linkHash} = ${linkHash})`
    return putInOutbox('mail', [{ id: newId(), body }], { now, when: sql`${isSentNow} AND (${isKept}) = ${isHeldNow ? 1 : 0}` })
  }
  const { sent, answer } = await runSeatBatch(db, eventId, now, {
    counted,
    held: holdSeat(hold, now, sql`${isNetworkWithin} AND ${isSent}`),
    released: releaseHold(oldId, sql`${isSent} AND (${isHeld(holdId)} OR NOT ${isSamePerson})`),
    sent: sql`${insertSelect(seatCodes, { id, ...row, holdId: sql`iif(${isHeld(holdId)}, ${holdId}, NULL)` }, sql`WHERE ${isSent}`)}
      ${onConflictUpdate(seatCodes, ['id'], replacedColumns)}`,
    mail: [mail(true), mail(false)],
    // The code may have kept its older hold, which ends before the code does.
    answer: select(
      { heldUntil: orNull(asNumber), areWithin: asBoolean },
      sql`SELECT ${heldUntil(hold, oldId, now)} AS heldUntil, ${areWithin} AS areWithin`,
    ),
  })
  const [found] = answer.rows
  if (!found?.areWithin) throw new AppError('TooManySeatCodes')
  if (sent.changes === 0) throw new AppError('EventFull')
  return { expiresAt, isHeld: found.heldUntil !== null, ...(found.heldUntil !== null && { heldUntil: found.heldUntil }) }
}

const replacedColumns = {
  codeHash: excluded(seatCodes.codeHash),
  linkHash: excluded(seatCodes.linkHash),
  email: excluded(seatCodes.email),
  emailKey: excluded(seatCodes.emailKey),
  name: excluded(seatCodes.name),
  choice: excluded(seatCodes.choice),
  // Without a new hold, the one before stays as long as it was meant to.
  holdId: sql`coalesce(${excluded(seatCodes.holdId)}, iif(${seatCodes.emailKey} = ${excluded(seatCodes.emailKey)}, ${seatCodes.holdId}, NULL))`,
  networkHash: excluded(seatCodes.networkHash),
  tries: 0,
  expiresAt: excluded(seatCodes.expiresAt),
}

/** Each code is an email to an address that may be anyone's. An email that was not sent does not count for the address. */
async function limitSeatCodes({
  emailKey,
  networkHash,
  secret,
  now,
}: {
  emailKey: string
  networkHash: string
  secret: string
  now: number
}) {
  const network = await hashSecret(secret, 'seat codes', networkHash)
  const pair = await hashSecret(secret, 'seat codes', networkHash, emailKey)
  const address = await hashSecret(secret, 'seat codes of', emailKey)
  const isPairWithin = sql`(${isWithin(network, maxSeatCodesPerNetwork, now)} AND ${isWithin(pair, maxSeatCodesPerPair, now)})`
  return {
    counted: [
      countRequest(network, now, seatCodeWindow),
      countRequest(pair, now, seatCodeWindow),
      countRequest(address, now, seatCodeWindow, isPairWithin),
    ],
    areWithin: sql`(${isPairWithin} AND ${isWithin(address, maxSeatCodesPerAddress, now)})`,
  }
}
