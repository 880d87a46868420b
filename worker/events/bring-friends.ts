import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { canHoldSeats, friendHoldDurationOf, judgeJoin } from '../../domain/events/rules.ts'
import { judgeSeat } from '../../domain/events/seat-rules.ts'
import type { Database } from '../platform/database.ts'
import type { CommandContext } from '../platform/from-request.ts'
import { asBoolean, asNumber, select } from '../platform/row-query.ts'
import { countFriendsWith } from './friend-seats.ts'
import { holdForFriends } from './hold-for-friends.ts'
import { invitePeople } from './invite.ts'
import { isOpenForJoining, readEventForJoiner, toJoinFacts } from './read-event-for-joiner.ts'
import { joiners } from './schema.ts'
import { hasWaitlist, runSeatBatch } from './seats.ts'
import { e, j } from './tables.ts'

/**
 * Holds seats for friends of a player who is in the game already. The same rules apply as when they come along at once: without a seat for
 * each of them, or while others wait for seats, none is held, and the friends are invited. A second request changes nothing.
 */
export async function bringFriends(
  db: Database,
  { now, newId, platform }: CommandContext,
  userId: string,
  eventId: string,
  friendIds: readonly string[],
): Promise<void> {
  const event = await readEventForJoiner(db, eventId, userId, now)
  const { mine, myId: joinerId, mySlotId: slotId } = event
  if (mine === 'paying') throw new AppError('PayBeforeFriends')
  if (mine !== 'going' || joinerId === null) throw new AppError('NotInEvent')
  if (!canHoldSeats(event)) throw new AppError('SeatsNotHeld')
  const friends = [...new Set(friendIds)].filter((friendId) => friendId !== userId)
  const others = countOthers({ joinerId, userId, eventId, friends })
  // The player may have changed their slot since it was read.
  const when = sql`${isOpenForJoining(eventId, userId, now)} AND ${others} <= ${e.maxGuests} AND NOT ${hasWaitlist(slotId)}
    AND EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.id} = ${joinerId} AND ${j.slotId} IS ${slotId})`
  const { party, held } = await runSeatBatch(
    db,
    eventId,
    now,
    {
      party: select(
        { others: asNumber, isGoing: asBoolean },
        sql`SELECT ${others} AS others, EXISTS (SELECT 1 FROM ${joiners} ${j} WHERE ${j.id} = ${joinerId} AND ${j.state} = 'going') AS isGoing`,
      ),
      held: await holdForFriends(event, { joinerId, userId, eventId, slotId, friendIds: friends, when, now, newId, platform }),
    },
    platform,
  )
  if ((held[0]?.changes ?? 0) > 0) return
  const [found] = party.rows
  // The player may have left since it was read.
  if (!found?.isGoing) throw new AppError('NotInEvent')
  const refusal = judgeJoin({ ...toJoinFacts(event, slotId, now), joiningOpens: null, isKeptOutByForm: false }, 0)
  if (refusal.code !== 'EventFull') throw refusal
  if (friendHoldDurationOf(now, event.startsAt, event.isPaid) <= 0) throw new AppError('TooLateToHold')
  // The friends pay, also those of a host.
  const outcome = judgeSeat({ ...event, isHost: false, way: 'offer', now })
  if (outcome instanceof AppError) throw outcome
  if (found.others > event.maxGuests) {
    throw event.maxGuests === 0 ? new AppError('GuestsNotAllowed') : new AppError('TooManyGuests', { values: { max: event.maxGuests } })
  }
  await invitePeople(db, { now, newId, ...(platform && { platform }) }, userId, eventId, { userIds: friends, listId: null, teamId: null })
}

type Party = { joinerId: string; userId: string; eventId: string; friends: readonly string[] }

const own = alias(joiners, 'own')

/** In a statement: how many others come with the player, who has guests, has brought friends, and now brings these. */
const countOthers = ({ joinerId, userId, eventId, friends }: Party): SQL => sql`
  (coalesce((SELECT ${own.seats} - 1 FROM ${joiners} ${own} WHERE ${own.id} = ${joinerId}), 0) + ${countFriendsWith(friends, userId, eventId)})`
