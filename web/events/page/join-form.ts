import * as v from 'valibot'
import type { EventDetail, MyJoiner } from '../../../domain/events/contract.ts'
import { canHoldSeats, canJoinWithFriends, friendHoldDurationOf } from '../../../domain/events/rules.ts'
import { countOpenSeatsIn } from '../../../domain/events/viewer-state.ts'
import { properName } from '../../../domain/texts.ts'
import type { DialogProps } from '../dialogs.tsx'
import { type ChoiceValues, choiceDefaults, choiceFields } from './join-choice.tsx'

const datesToJoin = ['this', 'all'] as const
export type DatesToJoin = (typeof datesToJoin)[number]

export type JoinValues = ChoiceValues & { guests: string[]; friendIds: string[]; dates: DatesToJoin }

/** Hosts do not pay, and nobody changes their ticket. */
export const listTiers = ({ price, isHost }: EventDetail, isChange: boolean) => (isChange || isHost ? [] : (price?.tiers ?? []))

export const createJoinSchema = (event: EventDetail, isChange: boolean) =>
  v.object({
    ...choiceFields({ live: event.live, tiers: listTiers(event, isChange), questions: isChange ? [] : event.questions }),
    guests: v.array(properName('A guest’s name', 1, 40)),
    friendIds: v.array(v.string()),
    dates: v.picklist(datesToJoin),
  })

export function getJoinDefaults(event: EventDetail, name: DialogProps['name']): JoinValues {
  const { mine } = event.live
  if (name === 'changeSeat' && mine) {
    return { slotId: mine.slotId ?? '', tierId: '', guests: [...mine.guests], answers: {}, friendIds: [], dates: 'this' }
  }
  return { ...choiceDefaults(event), guests: name === 'bring' ? [''] : [], friendIds: [], dates: 'this' }
}

/** Whether players can hold seats for friends here now. They count like guests. */
export const maySeatFriends = (event: EventDetail, now: number): boolean =>
  event.maxGuests > 0 &&
  event.live.state === 'published' &&
  canHoldSeats(event) &&
  friendHoldDurationOf(now, event.startsAt, event.price !== null) > 0

/** Whether the viewer can do so as they join. */
export const mayJoinWithFriends = (event: EventDetail): boolean => canJoinWithFriends({ ...event, isPaid: event.price !== null })

/** How many seats the viewer and their guests can have in this slot. When changing a seat, the viewer's own seats count as free. */
export function countSeatsFor({ live }: EventDetail, slotId: string, mine: MyJoiner | null): number {
  const slot = live.slots.find(({ id }) => id === slotId)
  if (live.slots.length > 0 && !slot) return Number.POSITIVE_INFINITY
  if (!mine) return countOpenSeatsIn(slot ?? live)
  const ownSeats = mine.state === 'going' && (mine.slotId ?? '') === slotId ? mine.seats : 0
  return (slot ?? live).capacity - (slot ?? live).taken + ownSeats
}
