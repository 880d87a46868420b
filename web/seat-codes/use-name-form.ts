import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { Email } from '../../domain/accounts/contract.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import { NewcomerName } from '../../domain/profiles/contract.ts'
import type { SendSeatCode } from '../../domain/seat-codes/contract.ts'
import { acceptanceFields } from '../accounts/acceptance-fields.ts'
import { readTypedEmail, useSaveTypedEmail } from '../accounts/typed-email.ts'
import { ApiError } from '../api.ts'
import { choiceDefaults, choiceFields, isFullFor, toChoice } from '../events/page/join-choice.tsx'
import { useAppForm } from '../ui/form.tsx'
import { sendingSeatCode } from './queries.ts'
import { type SentCode, toSentCode } from './seat-code-store.ts'
import { seatDraftKey, toChoiceValues } from './seat-draft.ts'

/** The form that asks for a code: name, email, terms, and what the game asks. */
export function useNameForm(event: EventDetail, sent: SentCode | null, onSent: (sent: SentCode) => void) {
  const client = useQueryClient()
  const send = useMutation(sendingSeatCode)
  /** The choice for which the server had no seat, although the page may still show one. */
  const [fullChoice, setFullChoice] = useState<string | null>(null)
  const blank = { name: '', email: '', ...unaccepted, ...choiceDefaults(event) }
  const form = useAppForm(
    v.object({
      name: NewcomerName,
      email: Email,
      ...acceptanceFields,
      ...choiceFields({ ...event, tiers: event.price?.tiers ?? [] }),
    }),
    {
      defaultValues: sent?.request ? toValues(sent.request) : { ...blank, email: readTypedEmail() },
      excludedFromDraft: ['isOldEnough', 'acceptsTerms'],
      draftKey: seatDraftKey(event.id),
    },
  )
  useSaveTypedEmail(form)
  const [slotId, tierId] = form.watch(['slotId', 'tierId'])
  const isRefused = fullChoice === `${slotId} ${tierId}`
  const isHeld = sent !== null && !isRefused && holdsSeat(sent, { slotId, tierId })
  const isFull = isRefused || (!isHeld && isFullFor(event, { slotId, tierId }))
  const orWait = isFull && !event.needsApproval

  const submit = form.submitWith(async ({ name, email, isOldEnough, acceptsTerms, ...choice }) => {
    const request = { eventId: event.id, name, email, isOldEnough, acceptsTerms, choice: { ...toChoice(choice), orWait } }
    try {
      onSent(toSentCode(request, await send.mutateAsync(request)))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EventFull') setFullChoice(`${slotId} ${tierId}`)
      // The game has changed since the page was loaded.
      if (error instanceof ApiError && error.status !== 400 && error.status !== 429)
        await client.invalidateQueries({ queryKey: eventKey(event.id), exact: true })
      throw error
    }
  })
  const clear = () => {
    form.discardDraft()
    form.load(blank)
  }
  return { form, submit, orWait, isHeld, clear }
}

/** Somebody else may have accepted them before, at the same device. */
const unaccepted: { isOldEnough: boolean; acceptsTerms: boolean } = { isOldEnough: false, acceptsTerms: false }

/** What was typed in this tab to get its code. */
const toValues = ({ name, email, choice }: SendSeatCode) => ({ name, email, ...unaccepted, ...toChoiceValues(choice) })

/** Whether the last seat may be their own, which was held with an earlier code and moves on to the next one. */
function holdsSeat({ isHeld, expiresAt, heldUntil = expiresAt, choice }: SentCode, chosen: { slotId: string; tierId: string }) {
  return isHeld && heldUntil > Date.now() && (choice.slotId ?? '') === chosen.slotId && (choice.tierId ?? '') === chosen.tierId
}
