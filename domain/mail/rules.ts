import type { MailTemplateName } from './contract.ts'

/** What a person can switch off, one by one, with the words the screen uses. */
export const mailTopics = {
  surveys: 'Surveys',
  news: 'News',
  learning: 'Learning',
  products: 'Product Spotlight',
  offers: 'Offers',
  connections: 'Connections',
  usersJoinNearby: 'Users Nearby',
  eventCreatedJoin: 'Event Join Notification',
  eventJoined: 'Event Participant Alert',
  endorsement: 'Endorsement Received',
  directMessage: 'Direct Message',
  teamJoin: 'New Team Member',
  teamMessage: 'Team Message Received',
  announcements: 'Announcements Received',
} as const

export type MailTopic = keyof typeof mailTopics
export const mailTopicKeys = Object.keys(mailTopics) as [MailTopic, ...MailTopic[]]

/**
 * Essential mail answers something the person just did (an account, a receipt, a security notice): it is never
 * held back and carries no unsubscribe link. Everything else belongs to one topic and stops with it.
 */
const mailClass: Record<MailTemplateName, 'essential' | MailTopic> = {
  welcome: 'essential',
  'activity-subscription-confirmation': 'essential',
  announcement: 'news',
  'verify-email': 'essential',
  'reset-password': 'essential',
  'account-exists': 'essential',
  'new-device': 'essential',
  'email-change': 'essential',
  'email-changed': 'essential',
  'account-deleted': 'essential',
  'export-ready': 'essential',
}

export function topicOfTemplate(name: MailTemplateName): MailTopic | null {
  const found = mailClass[name]
  return found === 'essential' ? null : found
}

/** One person, however they typed their address. */
export const canonicalAddress = (address: string) => address.trim().toLowerCase()

/** `Gather <hello@example.com>`, taken apart. */
export function splitSender(from: string): { name: string; email: string } {
  const [, name, email] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  return { name: name ?? '', email: email ?? from }
}
