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
