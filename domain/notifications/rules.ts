/** The facts that decide whether a person is notified. They are read at the moment of delivery. */
export type RecipientFacts = {
  isActor: boolean
  /** The account of the recipient or of the actor was deleted. */
  isDeleted: boolean
  /** The actor blocked the recipient, or the recipient blocked the actor. */
  isBlocked: boolean
  hasMutedTeam: boolean
  emailVerified: boolean
  wantsMail: boolean
  wantsPush: boolean
  /** It comes in the quiet hours of the recipient, and is nothing that they let through. */
  isHeld: boolean
}

export type Channels = {
  inApp: boolean
  /** In quiet hours it waits until their end (`mailDueAt`). */
  email: boolean
  push: boolean
  /** The push is shown, but the device does not ring. */
  isSilent: boolean
}

const noChannels: Channels = { inApp: false, email: false, push: false, isSilent: false }

/**
 * Decides on which channels a person is notified. A block or a mute overrides every topic, and nobody is notified of what they did
 * themselves. Emails without a topic (receipts, links, security) do not pass through this rule.
 */
export function judgeNotice(facts: RecipientFacts): Channels {
  if (facts.isActor || facts.isDeleted || facts.isBlocked || facts.hasMutedTeam) return noChannels
  return { inApp: true, email: facts.emailVerified && facts.wantsMail, push: facts.wantsPush, isSilent: facts.wantsPush && facts.isHeld }
}
