import { AppError } from '../errors.ts'
import { maxMembers } from '../teams/contract.ts'
import { day } from '../time/spans.ts'

/** An account is new for so long, and until its email is verified. */
export const newAccountTime = day

/** How often one person may cause a notification for others who did not ask for it. */
type OutreachLimits = {
  /** The plural on screens: "You can send up to 50 connection requests per day." */
  label: string
  /** To all people together, in 24 hours. */
  maxPerDay: number
  /** The same for a new account, if it is less. */
  maxPerDayWhenNew?: number
  /** To the same person, in so many days. Null for what goes to several people at once, or to nobody with an account. */
  toOnePerson: { max: number; days: number } | null
}

/** Everything that reaches people who did not ask for it. A new kind of it gets a line here. */
export const outreachLimits = {
  seatOffer: { label: 'seat offers', maxPerDay: 10, toOnePerson: { max: 3, days: 7 } },
  invitation: { label: 'invitations', maxPerDay: 200, toOnePerson: { max: 10, days: 7 } },
  // The members of a season are asked together. Who makes games again and again does not notify them each time.
  seasonInvitation: { label: 'invitations to games of a season', maxPerDay: maxMembers, toOnePerson: { max: 5, days: 7 } },
  rematch: { label: 'requests to play again', maxPerDay: 10, toOnePerson: { max: 5, days: 7 } },
  coHostInvite: { label: 'co-host invitations', maxPerDay: 20, toOnePerson: { max: 5, days: 7 } },
  connectionRequest: { label: 'connection requests', maxPerDay: 50, toOnePerson: { max: 2, days: 30 } },
  follow: { label: 'follows', maxPerDay: 100, toOnePerson: { max: 5, days: 7 } },
  endorsement: { label: 'endorsements', maxPerDay: 60, toOnePerson: { max: 12, days: 7 } },
  handOver: { label: 'offers of a community', maxPerDay: 10, toOnePerson: { max: 3, days: 7 } },
  emailInvitation: { label: 'invitations by email', maxPerDay: 50, toOnePerson: null },
  messageRequest: { label: 'messages to people you do not know', maxPerDay: 20, maxPerDayWhenNew: 5, toOnePerson: { max: 3, days: 7 } },
  groupAdd: { label: 'invitations to groups', maxPerDay: 20, maxPerDayWhenNew: 5, toOnePerson: { max: 3, days: 7 } },
  joinRequest: { label: 'requests to join', maxPerDay: 20, toOnePerson: null },
  substituteAsk: { label: 'requests for substitutes', maxPerDay: 30, toOnePerson: { max: 6, days: 7 } },
  playerCall: { label: 'calls for players', maxPerDay: 6, toOnePerson: null },
} as const satisfies Record<string, OutreachLimits>

export type OutreachKind = keyof typeof outreachLimits
export const outreachKinds = Object.keys(outreachLimits) as [OutreachKind, ...OutreachKind[]]

/** After this many days, nothing counts anymore. */
export const maxOutreachDays = Math.max(1, ...Object.values(outreachLimits).map(({ toOnePerson }) => toOnePerson?.days ?? 1))

/** What a person has sent: to everyone in the last 24 hours, and to one person in the days of the table. */
export type OutreachCounts = { sentToday: number; sentToPerson: number; isNewAccount: boolean }

export function maxPerDayOf(kind: OutreachKind, isNewAccount: boolean): number {
  const { maxPerDay, maxPerDayWhenNew }: OutreachLimits = outreachLimits[kind]
  return isNewAccount ? (maxPerDayWhenNew ?? maxPerDay) : maxPerDay
}

/** Why nothing more can be sent; null if it can. */
export function judgeOutreach(kind: OutreachKind, { sentToday, sentToPerson, isNewAccount }: OutreachCounts): AppError | null {
  const { label, toOnePerson }: OutreachLimits = outreachLimits[kind]
  const max = maxPerDayOf(kind, isNewAccount)
  if (toOnePerson && sentToPerson >= toOnePerson.max) return new AppError('AskedTooOften')
  if (sentToday >= max) return new AppError('TooMuchOutreach', { values: { max, label } })
  return null
}
