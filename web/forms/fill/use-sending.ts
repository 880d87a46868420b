import { useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { Email } from '../../../domain/accounts/contract.ts'
import type { SendForm, SentForm } from '../../../domain/forms/fill-contract.ts'
import { ApiError } from '../../api.ts'
import { listAnswersToSend, wouldWait } from './answers-to-send.ts'
import type { BegunFilling, FillableForm, SentAnswers } from './begin-form.ts'
import { priceOf } from './form-bar.tsx'
import type { FormFacts } from './form-context.ts'
import type { Place } from './places.ts'
import { sayMerged } from './say-merged.ts'
import { sendChange } from './send-change.ts'

type Sending = {
  form: FillableForm
  filling: BegunFilling
  facts: FormFacts
  code: string | null
  /** Earlier answers that these replace. Null if they are sent for the first time. */
  change: SentAnswers | null
  /** The secret from the link by which the person went on. */
  resume: string | null
  /** Who fills it by the code that hosts of a game show. */
  guest: string | null
  send: (sent: SendForm) => Promise<SentForm>
  /** What a program has entered in the field that people do not see. */
  readTrap: () => string
}

/** What is sent: the answers that are asked, with the price that the person has seen. */
function toSendForm({
  form,
  filling: { store, version },
  facts,
  code,
  resume,
  guest,
  readTrap,
}: Omit<Sending, 'send' | 'change'>): SendForm {
  const decision = store.readDecision()
  const price = priceOf(store, facts)
  return {
    version,
    answers: { ...listAnswersToSend(store.index, decision, store.readAnswers()) },
    ...(code !== null && { code }),
    ...(facts.coupon.code !== null && { coupon: facts.coupon.code }),
    ...(resume !== null && { resume }),
    ...(guest !== null && { guest, guestName: form.viewer.guestName }),
    acceptsWaiting: wouldWait(store.index, decision, facts.left),
    total: price && price.amount > 0 ? { amount: price.amount, currency: price.currency } : null,
    email: form.viewer.isSignedIn ? null : readEmail(emailOf(store)).email,
    website: readTrap(),
    idempotencyKey: store.readBegun().idempotencyKey,
  }
}

/** The email of a person without an account: what they typed, or else the first email among their answers. */
export function emailOf(store: BegunFilling['store']): string {
  const typed = store.readEmail()
  if (typed !== null) return typed
  const asked = [...store.index.fields.values()].find(({ field, group }) => field.kind === 'email' && group === null)
  const answer = asked && store.readDecision().fields.get(asked.field.id)?.answer
  return typeof answer === 'string' ? answer : ''
}

export function readEmail(text: string): { email: string | null; error: string | undefined } {
  const read = v.safeParse(Email, text)
  return read.success ? { email: read.output, error: undefined } : { email: null, error: 'Enter your email address.' }
}

/** The prices or the places are different now, so they are loaded again. */
const needsNewFacts = (error: unknown) =>
  error instanceof ApiError && ['FormPriceChanged', 'FormOptionFull', 'CouponNotValid'].includes(error.code)

type UseSendingOptions = Sending & {
  /** Null if answers were changed. */
  onSent: (sent: SentForm | null) => void
  onOutdated: () => void
  /** It has arrived before, with other answers. This is the page that shows them. */
  onSentBefore: (before: { path: string; message: string }) => void
  onRefused: (place: Place | null, emailError: string | undefined) => void
}

/** Sends the form. What was entered stays, whatever the answer is. */
export function useSending({ onSent, onOutdated, onSentBefore, onRefused, ...sending }: UseSendingOptions) {
  return useMutation({
    mutationFn: async () => {
      const { change, filling } = sending
      if (!change) return sending.send(toSendForm(sending))
      const { store } = filling
      const secret = store.readBegun().idempotencyKey
      await sendChange(store, {
        send: (revision) => change.send(listAnswersToSend(store.index, store.readDecision(), store.readAnswers()), { revision, secret }),
        read: change.read,
        onMerged: sayMerged,
      })
      return null
    },
    onSuccess: onSent,
    onError: (error) => {
      if (needsNewFacts(error)) onOutdated()
      if (!(error instanceof ApiError)) return
      if (error.code === 'FormSentBefore' && error.path !== undefined) return onSentBefore({ path: error.path, message: error.userMessage })
      const emailError = error.issues.find(({ path }) => path === 'email')?.message
      onRefused(sending.filling.store.showRefused(error.issues), emailError)
    },
  })
}
