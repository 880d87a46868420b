import { sql } from 'drizzle-orm'
import type { Slot, SlotMove } from '../../domain/events/form-contract.ts'
import { type ChangeFact, describePriceChange, hasTellingChange } from '../../domain/events/told-changes.ts'
import type { PlatformId } from '../../domain/platforms.ts'
import { notifyOfRows } from '../notifications/commands.ts'
import { type SlotChange, selectMovedPeople } from './move-slot-people.ts'
import { messageIdOf } from './notify-about-games.ts'
import type { PlannedDate } from './plan-change.ts'

const nameIn = (slots: readonly Slot[], id: string | null) => slots.find((slot) => slot.id === id)?.name ?? null

/** What happens to each removed slot, by the names that people know. */
const describeMoves = ({ before, after, moves }: SlotChange): NonNullable<ChangeFact['slotMoves']> => {
  const from: (string | null)[] = before.length === 0 ? [null] : before.map(({ id }) => id)
  return from
    .filter((id) => id === null || !after.some((slot) => slot.id === id))
    .map((id) => {
      const move: SlotMove | undefined = moves.find((given) => given.from === id)
      return { from: id, fromName: nameIn(before, id), toName: nameIn(after, move?.to ?? null), isToWaitlist: move?.isToWaitlist ?? false }
    })
}

/**
 * Tells everyone in a game, in one message, what has changed for them. The fact has the old values, because nobody can read them
 * later. It also has the people whose slot is removed, so this must run before they are moved.
 */
export function notifyOfChanges(
  dates: readonly PlannedDate[],
  slots: SlotChange,
  { now, platform }: { now: number; platform?: PlatformId | undefined },
) {
  const slotMoves = describeMoves(slots)
  const messages = dates
    .filter(({ row }) => row.state === 'published')
    .map(({ row, before, form, where, title: nextTitle, startsAt, endsAt }) => {
      const { title, activity, placeName, address, lat, lng, timeZone } = row
      const { levelMin, levelMax, leaveMinutes } = before.form
      // A name made of the activity and the place changes with them, and they are told.
      const hasName = before.form.title !== '' || form.title !== ''
      const old = {
        ...(hasName && { title }),
        startsAt: row.startsAt,
        endsAt: row.endsAt,
        timeZone,
        activity,
        placeName,
        address,
        lat,
        lng,
        levelMin,
        levelMax,
        leaveMinutes,
      }
      const next = {
        ...old,
        title: nextTitle,
        startsAt,
        endsAt,
        timeZone: where.timeZone,
        activity: form.activity,
        placeName: where.name,
        address: where.address,
        lat: where.lat,
        lng: where.lng,
        levelMin: form.levelMin,
        levelMax: form.levelMax,
        leaveMinutes: form.leaveMinutes,
      }
      const hasSlotMoves = slots.ids.includes(row.id) && slotMoves.length > 0
      const hasNewPrice = describePriceChange(before.form.pricing, form.pricing) !== null
      const fact: ChangeFact = {
        kind: 'event-changed',
        eventId: row.id,
        version: row.version + 1,
        before: old,
        ...(hasSlotMoves && { slotMoves }),
        ...(hasNewPrice && before.form.pricing && { priceBefore: before.form.pricing }),
      }
      return { id: messageIdOf(fact), fact, isTelling: hasTellingChange(old, next) || hasNewPrice, hasSlotMoves }
    })
    .filter(({ isTelling, hasSlotMoves }) => isTelling || hasSlotMoves)
  if (messages.length === 0) return []
  const eventId = sql`message.value->'fact'->>'eventId'`
  const moved = sql`iif(message.value->>'hasSlotMoves', ${selectMovedPeople(slots, eventId)}, '[]')`
  return notifyOfRows(
    sql`SELECT id, json_set(fact, '$.moved', json(moved)) AS fact FROM (
        SELECT message.value->>'id' AS id, message.value->'fact' AS fact, message.value->>'isTelling' AS isTelling, ${moved} AS moved
        FROM json_each(${JSON.stringify(messages)}) message)
      WHERE isTelling OR json_array_length(moved) > 0`,
    { now, platform },
  )
}
