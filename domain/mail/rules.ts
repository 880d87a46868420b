import type { MailTemplateName, MailTemplateRequest } from './contract.ts'
import type { MailTopic } from './topics.ts'

/**
 * Essential emails answer something the person just did (an account, a receipt, a security message). They are always sent and have no
 * unsubscribe link. Every other email belongs to one topic and is not sent if the person turned that topic off.
 */
const topicByTemplate: Record<Exclude<MailTemplateName, 'notice' | 'digest' | 'new-messages'>, 'essential' | MailTopic> = {
  welcome: 'essential',
  'activity-subscription-confirmation': 'essential',
  announcement: 'news',
  'team-creation-reminder': 'news',
  'verify-email': 'essential',
  'login-link': 'essential',
  'reset-password': 'essential',
  'password-set': 'essential',
  'google-disconnected': 'essential',
  'confirmation-code': 'essential',
  'seat-code': 'essential',
  'many-wrong-passwords': 'essential',
  'account-exists': 'essential',
  'new-device': 'essential',
  'email-change': 'essential',
  'email-changed': 'essential',
  'account-deleted': 'essential',
  'export-ready': 'essential',
  'payout-account': 'essential',
  'money-news': 'essential',
  'seat-offer': 'essential',
  // Whoever turned off emails about their games knows where to find them, and wants no confirmation either.
  'seat-confirmed': 'eventJoined',
  'seat-left': 'eventJoined',
  'friend-seat': 'eventJoined',
  'series-joined': 'eventJoined',
  'series-left': 'eventJoined',
  'team-invitation': 'connections',
  'plan-payment-failed': 'essential',
  'plan-ended': 'essential',
  'plan-trial-ends': 'essential',
  'plan-news': 'essential',
  'plan-receipt': 'essential',
  receipt: 'essential',
  'due-receipt': 'essential',
  'form-receipt': 'essential',
  'membership-receipt': 'essential',
  'form-news': 'essential',
  membership: 'essential',
}

export function getMailTopic(template: MailTemplateRequest): MailTopic | null {
  if (template.name === 'notice' || template.name === 'digest' || template.name === 'new-messages') return template.data.topic
  const found = topicByTemplate[template.name]
  return found === 'essential' ? null : found
}

/** Names a topic of a community in the middle of a sentence, like a topic of ours. */
export const nameTeamTopic = ({ team, topic }: { team: string; topic: string }): string => `${team}: ${topic}`

/** The same address for all spellings, so that it is found again. */
export const canonicalAddress = (address: string) => address.trim().toLowerCase()

/** Splits `Gather <hello@example.com>` into name and address. */
export function splitSender(from: string): { name: string; email: string } {
  const [, name, email] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  return { name: name ?? '', email: email ?? from }
}
