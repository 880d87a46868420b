export const eventStates = ['draft', 'published', 'cancelled'] as const
export type EventState = (typeof eventStates)[number]

/** A draft with a time to go up before it begins: its link opens it, and its hosts invite to it. Any other draft is its hosts' alone. */
export const isScheduled = (event: { state: EventState; publishAt: number | null; startsAt: number }): boolean =>
  event.state === 'draft' && event.publishAt !== null && event.publishAt < event.startsAt

/** Who finds it: everyone, the team it is for, or whoever has the link. */
export const visibilities = ['public', 'team', 'link'] as const
export type Visibility = (typeof visibilities)[number]

/** In which order free seats are offered: as people asked, who sat out last time first, or drawn. */
export const waitlistModes = ['order', 'turns', 'lottery'] as const
export type WaitlistMode = (typeof waitlistModes)[number]

/** Going and offered hold seats. The second half is over: left by oneself, an offer that ran out, turned down or taken out by a host. */
export const joinerStates = ['asked', 'going', 'waiting', 'offered', 'left', 'lapsed', 'refused', 'removed'] as const
export type JoinerState = (typeof joinerStates)[number]
export const activeStates = ['asked', 'going', 'waiting', 'offered'] as const satisfies readonly JoinerState[]
export const holdingStates = ['going', 'offered'] as const satisfies readonly JoinerState[]

/** What players are reminded of: a day before, two hours before, and when the game is over. */
export const reminderKinds = ['dayBefore', 'hoursBefore', 'howWasIt'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** What a join can lead to. */
export const joinedAs = ['going', 'waiting', 'asked'] as const satisfies readonly JoinerState[]
export type JoinedAs = (typeof joinedAs)[number]

/** What hosts decide about an entry. */
export const decisions = ['going', 'waiting', 'refused', 'removed'] as const satisfies readonly JoinerState[]
export type Decision = (typeof decisions)[number]
