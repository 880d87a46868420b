import type { SeatStep } from './contract.ts'

type StepWords = {
  /** What the button is called that uses the code. */
  action: string
  /** "Type this code to …" */
  goal: string
  /** "It signs you in and …" */
  effect: string
  /** What is not done with the code alone. */
  rest: string | null
}

/** What a code does, in the email and on the page behind its link. */
export const stepWords: Record<SeatStep, StepWords> = {
  seat: { action: 'Take my seat', goal: 'take your seat', effect: 'takes your seat', rest: null },
  pay: {
    action: 'Go on to the payment',
    goal: 'go on to the payment',
    effect: 'takes you to the payment',
    rest: 'The seat is yours once you have paid.',
  },
  ask: {
    action: 'Ask to join',
    goal: 'ask the hosts for a seat',
    effect: 'asks the hosts for a seat',
    rest: 'The hosts decide who plays.',
  },
  wait: {
    action: 'Join the waitlist',
    goal: 'join the waitlist',
    effect: 'puts you on the waitlist',
    rest: 'We email you when a seat is free for you.',
  },
  form: {
    action: 'Go on to the form',
    goal: 'go on to the form of the game',
    effect: 'opens the form of the game',
    rest: 'You take your seat after you have sent the form.',
  },
}
