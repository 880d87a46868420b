import type { MailTopic } from '../mail/topics.ts'

/** What decides whether a person is told of something, as it is at that moment. */
export type ListenerFacts = {
  isActor: boolean
  isGone: boolean
  /** By either side. */
  isBlocked: boolean
  hasMutedTeam: boolean
  emailVerified: boolean
  wantsMail: boolean
  wantsPush: boolean
}

export type Channels = { inApp: boolean; email: boolean; push: boolean }

const silence: Channels = { inApp: false, email: false, push: false }

/**
 * Who may and wants to know. A block and a mute beat every topic; what is no topic at all (receipts, links, security)
 * does not pass here. Nobody is told of their own doing.
 */
export function judgeNotice(facts: ListenerFacts): Channels {
  if (facts.isActor || facts.isGone || facts.isBlocked || facts.hasMutedTeam) return silence
  return { inApp: true, email: facts.emailVerified && facts.wantsMail, push: facts.wantsPush }
}

/** What each topic brings, in a sentence beside its switches. */
export const topicHints: Record<MailTopic, string> = {
  surveys: 'Short questions that help us make this better.',
  news: 'What is new here.',
  learning: 'Tips, rules and drills for what you play.',
  products: 'Gear and services worth knowing.',
  offers: 'Discounts and deals.',
  connections: 'Someone follows you or wants to connect.',
  usersJoinNearby: 'New players near you, games your activity subscriptions find, calls at places you follow. Off stops all three.',
  eventCreatedJoin: 'Someone joined an event of yours.',
  eventJoined: 'News of events you joined.',
  endorsement: 'Someone you played with endorsed you.',
  directMessage: 'A message to you.',
  teamJoin: 'Someone joined a community you run.',
  teamMessage: 'A message in a community of yours.',
  announcements: 'An announcement of a community of yours.',
}
