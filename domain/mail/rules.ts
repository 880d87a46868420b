import type { MailTemplateName, MailTemplateRequest } from './contract.ts'
import type { MailTopic } from './topics.ts'

/**
 * Essential mail answers something the person just did (an account, a receipt, a security notice): it is never
 * held back and carries no unsubscribe link. Everything else belongs to one topic and stops with it.
 */
const mailClass: Record<Exclude<MailTemplateName, 'notice'>, 'essential' | MailTopic> = {
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
  'seat-offer': 'essential',
}

export function topicOfMail(template: MailTemplateRequest): MailTopic | null {
  if (template.name === 'notice') return template.data.topic
  const found = mailClass[template.name]
  return found === 'essential' ? null : found
}

/** One person, however they typed their address. */
export const canonicalAddress = (address: string) => address.trim().toLowerCase()

/** `Gather <hello@example.com>`, taken apart. */
export function splitSender(from: string): { name: string; email: string } {
  const [, name, email] = /^(.*?)\s*<([^<>]+)>$/.exec(from) ?? []
  return { name: name ?? '', email: email ?? from }
}
