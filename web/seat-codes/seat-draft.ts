import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { type ChoiceValues, choiceDefaults } from '../events/page/join-choice.tsx'
import { dropDraft, readDraft, takeOverDraft, writeDraft } from '../ui/draft.ts'

/** What somebody typed to join a game before they signed in. The dialogs for signed-in people go on with it. */
export const seatDraftKey = (eventId: string) => `seat:${eventId}`

export const toChoiceValues = ({ slotId, tierId, answers }: SendSeatCode['choice']): ChoiceValues => ({
  slotId: slotId ?? '',
  tierId: tierId ?? '',
  answers,
})

/** For a choice that does not join yet, because the form of the game comes first. */
export const saveSeatDraft = (eventId: string, choice: ChoiceValues): void => writeDraft(seatDraftKey(eventId), choice)

export const dropSeatDraft = (eventId: string): void => dropDraft(seatDraftKey(eventId))

/**
 * What a dialog that joins begins with. Only a person who comes back to join takes over what was typed before they signed in: on a shared
 * device, somebody else may have typed it.
 */
export function useSeatDraft(event: EventDetail): { name: string; choice: ChoiceValues } {
  const [search] = useSearchParams()
  const [draft] = useState(() => {
    const key = seatDraftKey(event.id)
    if (search.get('open') === 'join') takeOverDraft(key)
    const defaults = choiceDefaults(event)
    const typed = readDraft(key, { name: '', ...defaults })?.values
    if (!typed) return { name: '', choice: defaults }
    // The game may have other slots, tickets and questions by now.
    const hasSlot = event.live.slots.some(({ id }) => id === typed.slotId)
    const hasTier = event.price?.tiers?.some(({ id }) => id === typed.tierId) ?? false
    const choice = {
      slotId: hasSlot ? typed.slotId : defaults.slotId,
      tierId: hasTier ? typed.tierId : defaults.tierId,
      answers: { ...defaults.answers, ...typed.answers },
    }
    return { name: typed.name, choice }
  })
  return draft
}
