import type { CardBehavior } from './types.ts'

type Card = { brand: string; isBank?: boolean; behavior: CardBehavior; country?: string; funding?: string }

const succeeds: CardBehavior = { outcome: 'succeeds' }
const declines = (declineCode: string, code = 'card_declined'): CardBehavior => ({ outcome: 'declines', declineCode, code })

/** The test cards of Stripe that this stand-in knows, by number. */
const cards: Record<string, Card> = {
  '4242424242424242': { brand: 'visa', behavior: succeeds },
  '5555555555554444': { brand: 'mastercard', behavior: succeeds },
  '378282246310005': { brand: 'amex', behavior: succeeds },
  '4000056655665556': { brand: 'visa', funding: 'debit', behavior: succeeds },
  '4000000000000077': { brand: 'visa', behavior: { outcome: 'succeeds', isAvailableAtOnce: true } },
  '4000000000000002': { brand: 'visa', behavior: declines('generic_decline') },
  '4000000000009995': { brand: 'visa', behavior: declines('insufficient_funds') },
  '4000000000009987': { brand: 'visa', behavior: declines('lost_card') },
  '4000000000000069': { brand: 'visa', behavior: declines('expired_card', 'expired_card') },
  '4000000000000127': { brand: 'visa', behavior: declines('incorrect_cvc', 'incorrect_cvc') },
  '4000000000000119': { brand: 'visa', behavior: declines('processing_error', 'processing_error') },
  '4000000000000341': { brand: 'visa', behavior: { ...declines('generic_decline'), failsOnAttach: false } },
  '4000002500003155': { brand: 'visa', behavior: { outcome: 'authenticates' } },
  '4000002760003184': { brand: 'visa', behavior: { outcome: 'authenticates', asksEachTime: true } },
  '4000000000003220': { brand: 'visa', behavior: { outcome: 'authenticates', asksEachTime: true } },
  '4000000000000259': { brand: 'visa', behavior: { outcome: 'succeeds', isDisputed: true } },
  '4000000000005126': { brand: 'visa', behavior: { outcome: 'succeeds', failsRefunds: true } },
  // These are bank accounts in the US.
  '000123456789': { brand: 'bank', isBank: true, behavior: { outcome: 'succeeds', arrives: true } },
  '000222222227': { brand: 'bank', isBank: true, behavior: { outcome: 'succeeds', arrives: false } },
}

const numbersByToken: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_debit: '4000056655665556',
  pm_card_bypassPending: '4000000000000077',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_createDispute: '4000000000000259',
  pm_card_refundFail: '4000000000005126',
  pm_usBankAccount_success: '000123456789',
  pm_usBankAccount_insufficientFunds: '000222222227',
}

export const numberOfToken = (token: string): string | undefined => numbersByToken[token]

/** Any other number that passes Luhn's check is refused, as in Stripe's test mode, where only test cards work. */
export const findCard = (number: string): Card | undefined => cards[number.replaceAll(/[\s-]/g, '')]

const messages: Record<string, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  lost_card: 'Your card was declined.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
}

export const messageOf = (declineCode: string): string => messages[declineCode] ?? 'Your card was declined.'
