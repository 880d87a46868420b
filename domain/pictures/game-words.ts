import { findActivity } from '../activities.ts'
import { formatLevels } from '../events/format.ts'
import { formatJoiningOf, formatOpeningOf } from '../events/rules.ts'
import type { EventState } from '../events/states.ts'
import { countOpenSeatsOnCard } from '../events/viewer-state.ts'
import { formatPrice } from '../format-money.ts'
import { formatEventTime } from '../time/format-event-time.ts'
import type { PictureWords } from './contract.ts'
import { activityOf } from './page-words.ts'

export type GameFacts = {
  activity: string
  title: string
  placeName: string
  timeZone: string
  startsAt: number
  endsAt: number
  levelMin: number | null
  levelMax: number | null
  state: EventState
  publishAt: number | null
  /** When joining opens; null if it is open at once. */
  joinsAt: number | null
  taken: number
  waiting: number
  hasSlots: boolean
  capacity: number
  price: { amount: number; currency: string; isFrom?: boolean | undefined } | null
}

/** With more seats left, their number is not urgent. */
const maxFewSeats = 3

export function describeGamePicture(game: GameFacts, now: number): PictureWords {
  const { activity, title, placeName, timeZone, startsAt, endsAt, levelMin, levelMax, taken, capacity, price } = game
  const time = formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: timeZone, now, locale: 'en-US' })
  const label = findActivity(activity)?.label ?? 'Game'
  const isOpen = game.state === 'published' && endsAt > now
  const open = countOpenSeatsOnCard(game)
  return {
    activity: activityOf(activity),
    kicker: `${label} · ${formatLevels(activity, levelMin, levelMax)}`,
    title,
    plainTitle: label,
    date: { month: time.monthBadge, day: time.dayBadge },
    lead: [time.day, `${time.time}, ${time.zoneText}`],
    detail: placeName,
    seats: isOpen ? { taken: Math.min(taken, capacity), open } : undefined,
    note: noteOf(game, open, now),
    price: isOpen ? (price ? formatPrice(price) : 'Free') : undefined,
  }
}

function noteOf(game: GameFacts, open: number, now: number): PictureWords['note'] {
  if (game.state === 'cancelled') return { text: 'Cancelled', tone: 'bad' }
  if (game.endsAt <= now) return { text: 'This game is over', tone: 'plain' }
  const opens = formatOpeningOf(game, now)
  if (opens !== null) return { text: opens.charAt(0).toUpperCase() + opens.slice(1), tone: 'plain' }
  if (game.state === 'draft') return undefined
  if (game.startsAt <= now) return { text: 'On now', tone: 'plain' }
  if (open === 0) return { text: 'Full', tone: 'bad' }
  const joining = formatJoiningOf({ ...game, isHost: false }, now)
  if (joining !== null) return { text: `Joining opens ${joining}`, tone: 'plain' }
  return { text: open === 1 ? '1 seat left' : `${open} seats left`, tone: open <= maxFewSeats ? 'few' : 'good' }
}
