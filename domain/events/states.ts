export const eventStates = ['draft', 'published', 'cancelled'] as const
export type EventState = (typeof eventStates)[number]

/**
 * A draft that will be published at a set time before it starts. Everyone with its link can open it, and its hosts can invite
 * people. Only the hosts can see any other draft.
 */
export const isScheduled = (event: { state: EventState; publishAt: number | null; startsAt: number }): boolean =>
  event.state === 'draft' && event.publishAt !== null && event.publishAt < event.startsAt

/** Who can find a game: everyone, the members of its team, or people with the link. */
export const visibilities = ['public', 'team', 'link'] as const
export type Visibility = (typeof visibilities)[number]

/** Who is offered a free seat first: the person who joined the waitlist first, people who sat out the last game, or a random draw. */
export const waitlistModes = ['order', 'turns', 'lottery'] as const
export type WaitlistMode = (typeof waitlistModes)[number]

/**
 * 'going', 'paying', 'offered' and 'held' hold seats. A person who is paying was given the seat, and gets it once it is paid for. Only
 * the payment provider says when that ends. A held seat belongs to nobody yet: a code is on its way to a mailbox. In the last four
 * states a person is no longer in the game: they left, their offer expired, or a host declined or removed them.
 */
export const joinerStates = ['asked', 'going', 'paying', 'waiting', 'offered', 'held', 'left', 'expired', 'refused', 'removed'] as const
export type JoinerState = (typeof joinerStates)[number]
export const activeStates = ['asked', 'going', 'paying', 'waiting', 'offered'] as const satisfies readonly JoinerState[]
export const isActive = (state: JoinerState | null): boolean => activeStates.some((active) => active === state)
export const holdingStates = ['going', 'paying', 'offered', 'held'] as const satisfies readonly JoinerState[]
export const holdsSeats = (state: JoinerState | null | undefined): boolean => holdingStates.some((holding) => holding === state)
/** The states of a person to whom a seat was given. */
export const seatStates = ['going', 'paying'] as const satisfies readonly JoinerState[]
export type SeatState = (typeof seatStates)[number]

/** When players get a reminder: a day before, two hours before, and after the game to ask for feedback. */
export const reminderKinds = ['dayBefore', 'hoursBefore', 'feedback'] as const
export type ReminderKind = (typeof reminderKinds)[number]
/** The states after a join of which the hosts are notified. A person who is paying has not joined yet. */
export const joinOutcomes = ['going', 'waiting', 'asked'] as const satisfies readonly JoinerState[]
export type JoinOutcome = (typeof joinOutcomes)[number]

/** The states that a host's decision about an entry can lead to. */
export const decisions = ['going', 'paying', 'waiting', 'refused', 'removed'] as const satisfies readonly JoinerState[]
export type Decision = (typeof decisions)[number]
