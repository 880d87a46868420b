import { defaultFrequencyOf, isSent, isWaitingTopic, type MailTopic, mailTopicKeys, sendsAlerts } from '../mail/topics.ts'
import type { NotificationSettings } from './contract.ts'
import { judgeNotice } from './rules.ts'
import { findHoldEnd, mailDueAt, type UrgentReason } from './waiting.ts'

/** How one notification would reach a person if it came at this moment. */
export type Reach = {
  /** When the email goes out; null for no email. */
  emailAt: number | null
  /** Null if the topic sends no alerts. */
  alert: 'rings' | 'silent' | 'off' | null
}

type Moment = { now: number; urgency?: UrgentReason | null }

/** Answers with the rules that also decide when a notification is delivered. */
export function findReach(settings: NotificationSettings, topic: MailTopic, { now, urgency = null }: Moment): Reach {
  const { quietHours, weekday, timeZone, isEmailVerified, frequencies } = settings
  const wants = settings.notificationSettings[topic]
  const { email, push, isSilent } = judgeNotice({
    ...{ isActor: false, isDeleted: false, isBlocked: false, hasMutedTeam: false },
    emailVerified: isEmailVerified,
    wantsMail: wants.email,
    wantsPush: wants.push,
    isHeld: findHoldEnd(quietHours, urgency, { now, timeZone }) !== null,
  })
  const frequency = isWaitingTopic(topic) ? frequencies[topic] : defaultFrequencyOf(topic)
  return {
    emailAt: email ? mailDueAt({ frequency, weekday, urgency, quietHours, now, timeZone }) : null,
    alert: !sendsAlerts(topic) ? null : !push ? 'off' : isSilent ? 'silent' : 'rings',
  }
}

export const sentTopics = mailTopicKeys.filter(isSent)
