/** What a badge is given for. Computed, never handed out: whoever has earned it has it. */
export type Deeds = { createdAt: number; endorsers: number }

type Badge = { id: string; name: string; reason: string; isEarned: (deeds: Deeds) => boolean }

/** Until then one was here from the start. */
const foundingEnds = Date.UTC(2027, 6, 1)
const endorsersNeeded = 5

const badges: readonly Badge[] = [
  {
    id: 'founding-member',
    name: 'Founding member',
    reason: 'Here since the first season.',
    isEarned: ({ createdAt }) => createdAt < foundingEnds,
  },
  {
    id: 'well-endorsed',
    name: 'Well endorsed',
    reason: `Endorsed by ${endorsersNeeded} people or more.`,
    isEarned: ({ endorsers }) => endorsers >= endorsersNeeded,
  },
]

export const earnedBadges = (deeds: Deeds) =>
  badges.filter((badge) => badge.isEarned(deeds)).map(({ id, name, reason }) => ({ id, name, reason }))
