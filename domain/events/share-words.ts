import { formatEventTime } from '../time/format-event-time.ts'
import type { EventDetail } from './contract.ts'
import { formatJoiningOf, formatOpeningOf } from './rules.ts'
import { countOpenSeats } from './viewer-state.ts'

type SharedGame = Pick<EventDetail, 'title' | 'startsAt' | 'endsAt' | 'timeZone' | 'joinsAt'> & {
  where: Pick<EventDetail['where'], 'name'>
  live: Pick<EventDetail['live'], 'state' | 'publishAt' | 'capacity' | 'taken' | 'waiting' | 'slots'>
}

type ShareOptions = {
  url: string
  now: number
  /** WhatsApp shows what stands between two stars in bold. */
  isForWhatsApp?: boolean
}

/** A game in a few lines for a chat: what, when in the zone of its place, where, the open seats, and the link. */
export function writeShareWords(game: SharedGame, { url, now, isForWhatsApp = false }: ShareOptions): string {
  const { day, time, zoneText } = formatTimes(game, now)
  return [
    isForWhatsApp ? writeBold(game.title) : game.title,
    `${day}, ${time}, ${zoneText}`,
    game.where.name,
    describeSeats(game, now),
    url,
  ].join('\n')
}

/** Opens WhatsApp with these words, to choose the chat there. */
export const whatsAppUrl = (words: string): string => `https://wa.me/?text=${encodeURIComponent(words)}`

export const formatTimes = ({ startsAt, endsAt, timeZone }: Pick<SharedGame, 'startsAt' | 'endsAt' | 'timeZone'>, now: number) =>
  formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: timeZone, now, locale: 'en-US' })

/** A star inside the text would end the bold part. */
const writeBold = (text: string) => `*${text.replaceAll('*', '').trim()}*`

function describeSeats(game: SharedGame, now: number): string {
  const { live, startsAt } = game
  if (live.state === 'cancelled') return 'This game was cancelled'
  const opening = formatOpeningOf({ ...live, startsAt, timeZone: game.timeZone }, now)
  if (opening !== null) return opening.charAt(0).toUpperCase() + opening.slice(1)
  if (game.endsAt <= now) return 'This game is over'
  if (startsAt <= now) return 'On now'
  const joining = formatJoiningOf({ ...game, isHost: false }, now)
  if (joining !== null) return `Joining opens ${joining}`
  const open = countOpenSeats(live)
  if (open === 0) return 'Full, you can join the waitlist'
  return open === 1 ? '1 open seat' : `${open} open seats`
}
