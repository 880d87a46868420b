import { formatExactMoney } from '../money.ts'
import { writeTime } from '../time/write-time.ts'
import type { SubmissionPayment } from './payment-contract.ts'
import type { Standing, Submission, SubmissionEventKind, SubmissionState } from './submission-contract.ts'
import type { SubmissionOverview } from './submission-list-contract.ts'

/** The states as organizers read them. */
export const stateNames: Record<SubmissionState, string> = {
  asked: 'To decide',
  accepted: 'Accepted',
  waiting: 'On the waitlist',
  paying: 'Not paid yet',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  ended: 'Not paid in time',
}

/** The states in the list of the person who sent them. */
const ownStateNames: Record<SubmissionState, string> = { ...stateNames, asked: 'Sent' }

/** While something is missing, nobody can decide. */
export const somethingMissing = 'Something is missing'
export const nameState = ({ state, isMissing }: Standing): string => (isMissing ? somethingMissing : stateNames[state])
export const nameOwnState = ({ state, isMissing }: Standing): string => (isMissing ? somethingMissing : ownStateNames[state])

export const eventNames: Record<SubmissionEventKind, string> = {
  sent: 'Sent',
  changed: 'Answers changed',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  paid: 'Paid',
  ended: 'Not paid in time',
  offered: 'Got a place from the waitlist',
  noted: 'Tags or note changed',
  tagged: 'Tag added',
  untagged: 'Tag removed',
  reminded: 'Asked again for what is missing',
  messaged: 'Message sent',
  refunded: 'Money given back',
  cashUndone: 'Note of cash removed',

  filled: 'Filled for somebody else',
  completed: 'Missing answers added',
}

type Told = Pick<Submission, 'state' | 'payUntil' | 'history' | 'total'>

/** Says to the sender where their answers are, and what happens next. */
export function tellState({ state, payUntil, history, total }: Told, timeZone?: string): { title: string; text: string } {
  switch (state) {
    case 'paying': {
      const until = payUntil === null ? '' : ` until ${writeTime(payUntil, timeZone, { dateStyle: 'medium', timeStyle: 'short' }, 'en-US')}`
      return { title: 'Not paid yet', text: `We hold your place${until}. Pay to keep it.` }
    }
    case 'waiting':
      return { title: 'On the waitlist', text: 'Something that you chose is full. We tell you when a place is free.' }
    case 'asked':
      return { title: 'Sent', text: 'The organizers read your answers and decide. We tell you as soon as they have.' }
    case 'accepted': {
      const next = total === null ? 'You have nothing more to do.' : 'Your payments show what is paid, and what is due later.'
      return history.some(({ kind }) => kind === 'accepted')
        ? { title: 'Accepted', text: `The organizers have accepted your answers. ${next}` }
        : { title: 'Received', text: `The organizers have your answers. ${next}` }
    }
    case 'declined': {
      const reason = history.find(({ kind }) => kind === 'declined')?.changes[0]?.after
      const text = 'The organizers did not accept your answers, so they do not count.'
      return { title: 'Declined', text: reason === undefined ? text : `${text} They wrote: ${reason}` }
    }
    case 'withdrawn':
      return { title: 'Withdrawn', text: 'Your answers were taken back. They no longer count, and the organizers see that.' }
    case 'ended':
      return { title: 'Not paid in time', text: 'Your place was free again, and others can take it. You can send the form once more.' }
  }
}

type Money = Pick<SubmissionPayment, 'state' | 'currency' | 'paid' | 'payments'>

/** Says to the sender, before they withdraw, what happens to the money that they have paid. Only organizers give it back. */
export function tellMoneyOnWithdrawal({ state, currency, paid, payments }: Money): string {
  // A payment that came too late goes back by itself, and is not in `paid`.
  const counted = payments.filter((payment) => payment.state === 'paid')
  const onItsWay = counted.flatMap(({ refunds }) => refunds.filter((refund) => refund.state === 'due'))
  const stays = paid - onItsWay.reduce((sum, { amount }) => sum + amount, 0)
  if (stays > 0)
    return `${formatExactMoney({ amount: stays, currency })} that you have paid stays with the community. It is not given back by itself. Ask the organizers.`
  if (payments.length > 0) return 'What you have paid goes back to you in full.'
  return state === 'paying' ? 'Nothing was paid. A payment that is still on its way goes back to you in full.' : 'Nothing was paid.'
}

/** "12 of 20 taken, 3 waiting", or "12 chosen" without a limit. */
export function writeTaken(
  { taken, waiting }: Omit<SubmissionOverview['options'][number], 'field' | 'option'>,
  limit: number | null,
): string {
  const places = limit === null ? `${taken} chosen` : `${taken} of ${limit} taken`
  return waiting > 0 ? `${places}, ${waiting} waiting` : places
}
