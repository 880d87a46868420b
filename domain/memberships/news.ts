import { formatExactMoney, type Money } from '../money.ts'
import { graceDuration } from '../payments/subscription-states.ts'
import { writeDate } from '../time/write-time.ts'
import type { EndReason } from './contract.ts'

/** What a person is told about their membership by email. They asked for none of it, so it has no topic. */
export const membershipNews = ['payment-failed', 'unpaid', 'community', 'host', 'disconnected'] as const
export type MembershipNews = (typeof membershipNews)[number]

/** Whoever deleted their account is not told. */
export const newsOfEnd = (because: EndReason): MembershipNews | null => (because === 'person' ? null : because)

type Facts = { name: string; team: string; at: number }

export const restGoesBack = 'What you have paid for the rest of its time goes back to you. Your bank shows it in 5 to 10 days.'

/** `at` is when it happened. */
export function membershipWords(news: MembershipNews, { name, team, at }: Facts): { title: string; text: string } {
  const ended = `Your membership “${name}” has ended`
  switch (news) {
    case 'payment-failed': {
      const day = writeDate(at + graceDuration, { timeZone: 'UTC', now: at }, { month: 'long', day: 'numeric' })
      return {
        title: `We could not charge your card for “${name}”`,
        text: `Maybe your card has expired, or your bank refused the payment. Your membership of ${team} stays until ${day}. If it is not paid by then, it ends.`,
      }
    }
    case 'unpaid':
      return { title: ended, text: `It was not paid for two weeks. You can join again on the page of the host of ${team}.` }
    case 'community':
      return { title: ended, text: `${team} was deleted. ${restGoesBack}` }
    case 'host':
      return { title: ended, text: `The host of ${team} is no longer paid through us. ${restGoesBack}` }
    case 'disconnected':
      return {
        title: ended,
        text: `${team} has cut off our access to its account at Stripe, so we could not end the payments there. If you are charged again, ask the host to stop it.`,
      }
  }
}

/** The host has given something of a payment back, at Stripe. */
export const membershipRefundWords = (
  { name, team, ...paid }: Money & { name: string; team: string },
  refunded: number,
): { title: string; text: string } => {
  const back = formatExactMoney({ ...paid, amount: refunded })
  return {
    title: `You get back ${back} for “${name}”`,
    text: `${team} gives it back. Your bank shows it in 5 to 10 days. This does not end the membership.`,
  }
}

/** The host says that the member has what a bank did not take. */
export const membershipByHandWords = ({
  name,
  team,
  ...back
}: Money & { name: string; team: string }): { title: string; text: string } => ({
  title: `You get back ${formatExactMoney(back)} for “${name}”`,
  text: `The host of ${team} says that they gave it to you by hand. If you do not have it, ask them.`,
})

/** A bank did not take what went back. */
export const membershipRefusedWords = ({
  name,
  team,
  ...refused
}: Money & { name: string; team: string }): { title: string; text: string } => ({
  title: `${formatExactMoney(refused)} for “${name}” could not go back to you`,
  text: `Your bank did not take the money, so the host of ${team} has it again. We have told them. Ask them how you want to get it.`,
})
