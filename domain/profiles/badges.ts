/** The facts that badges depend on. Badges are computed from them and never stored. */
export type BadgeFacts = { createdAt: number; endorsers: number } & GameCounts

/** Counts of past games. Each count stops at the number that its badge needs. */
export type GameCounts = {
  /** Games the person attended. */
  played: number
  /** Games the person hosted and somebody else attended. */
  hosted: number
  /** The most recent games in a row in which the person had a seat and attended. */
  attendedInARow: number
}

export const maxGameCounts = { played: 25, hosted: 10, attendedInARow: 20 } as const satisfies GameCounts

type Badge = { id: string; name: string; reason: string; isEarned: (facts: BadgeFacts) => boolean }

/** People who joined before this time are founding members. */
const foundingMembersUntil = Date.UTC(2027, 6, 1)
const minEndorsers = 5

const badges: readonly Badge[] = [
  {
    id: 'founding-member',
    name: 'Founding member',
    reason: 'Joined in the first season.',
    isEarned: ({ createdAt }) => createdAt < foundingMembersUntil,
  },
  {
    id: 'well-endorsed',
    name: 'Well endorsed',
    reason: `Endorsed by at least ${minEndorsers} people.`,
    isEarned: ({ endorsers }) => endorsers >= minEndorsers,
  },
  {
    id: 'host',
    name: 'Host',
    reason: `Hosted at least ${maxGameCounts.hosted} games that other people attended.`,
    isEarned: ({ hosted }) => hosted >= maxGameCounts.hosted,
  },
  {
    id: 'regular',
    name: 'Regular',
    reason: `Played at least ${maxGameCounts.played} games.`,
    isEarned: ({ played }) => played >= maxGameCounts.played,
  },
  {
    id: 'always-there',
    name: 'Always there',
    reason: `Showed up to each of their last ${maxGameCounts.attendedInARow} games.`,
    isEarned: ({ attendedInARow }) => attendedInARow >= maxGameCounts.attendedInARow,
  },
]

export const listEarnedBadges = (facts: BadgeFacts) =>
  badges.filter((badge) => badge.isEarned(facts)).map(({ id, name, reason }) => ({ id, name, reason }))
