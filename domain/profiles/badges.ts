/** What a badge is given for. Computed, never handed out: whoever has earned it has it. */
export type Deeds = { createdAt: number; endorsers: number } & Tallies

/** Of the games that are over, counted as far as the badges ask. */
export type Tallies = {
  /** Games they came to. */
  played: number
  /** Games of theirs that someone else came to. */
  hosted: number
  /** Games in a row, up to the last one, that they had a seat in and came to. */
  kept: number
}

export const maxTallies = { played: 25, hosted: 10, kept: 20 } as const satisfies Tallies

type Badge = { id: string; name: string; reason: string; isEarned: (deeds: Deeds) => boolean }

/** Until then one was here from the start. */
const foundingEnds = Date.UTC(2027, 6, 1)
const endorsersNeeded = 5

const badges: readonly Badge[] = [
  {
    id: 'founding-member',
    name: 'Founding member',
    reason: 'Joined in the first season.',
    isEarned: ({ createdAt }) => createdAt < foundingEnds,
  },
  {
    id: 'well-endorsed',
    name: 'Well endorsed',
    reason: `Endorsed by at least ${endorsersNeeded} people.`,
    isEarned: ({ endorsers }) => endorsers >= endorsersNeeded,
  },
  {
    id: 'host',
    name: 'Host',
    reason: `Hosted at least ${maxTallies.hosted} games that other people came to.`,
    isEarned: ({ hosted }) => hosted >= maxTallies.hosted,
  },
  {
    id: 'regular',
    name: 'Regular',
    reason: `Played at least ${maxTallies.played} games.`,
    isEarned: ({ played }) => played >= maxTallies.played,
  },
  {
    id: 'always-there',
    name: 'Always there',
    reason: `Showed up to each of the last ${maxTallies.kept} games.`,
    isEarned: ({ kept }) => kept >= maxTallies.kept,
  },
]

export const earnedBadges = (deeds: Deeds) =>
  badges.filter((badge) => badge.isEarned(deeds)).map(({ id, name, reason }) => ({ id, name, reason }))
