import * as v from 'valibot'
import { findActivity } from '../../domain/activities.ts'
import { type EventDetail, EventPath } from '../../domain/events/contract.ts'
import { formatLevels } from '../../domain/events/format.ts'
import { eventKey } from '../../domain/events/keys.ts'
import { formatOpeningOf } from '../../domain/events/rules.ts'
import { cardPriceOf } from '../../domain/events/seat-price.ts'
import { makeStructuredEvent } from '../../domain/events/structured-event.ts'
import { formatPrice } from '../../domain/format-money.ts'
import { notFoundPage } from '../../domain/pages.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { describeGamePicture } from '../../domain/pictures/game-words.ts'
import { previewPath } from '../../domain/previews.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { toPlainText } from '../../domain/rich-text/plain-text.ts'
import { teamDetailKey } from '../../domain/teams/keys.ts'
import { formatEventTime } from '../../domain/time/format-event-time.ts'
import type { AppContext } from '../platform/context.ts'
import { getPrimary } from '../platform/from-request.ts'
import type { PageContent } from '../platform/page-content.ts'
import { getOrigin } from '../platform/settings.ts'
import { findTeamDetail } from '../teams/find-team-detail.ts'
import { findEvent } from './find-event.ts'

/** The page for people who cannot see the game. It is the same as for an unknown URL, so that nobody learns that the game exists. */
const notFound: PageContent = { status: 404, title: notFoundPage.title, description: notFoundPage.description }

/** The page of a game with everything that this viewer may see, so that the page opens without an API request. */
export async function eventPage(c: AppContext): Promise<PageContent> {
  const params = v.safeParse(EventPath, { id: c.req.param('id') })
  if (!params.success) return notFound
  const { id } = params.output
  const viewer = await c.var.viewer()
  const event = await findEvent(getPrimary(c), viewer?.id ?? null, id, c.var.now())
  if (!event) return notFound
  const canonical = `/discover/events/${id}`
  const description = describeEvent(event, c.var.now())
  const image = picturePath('events', id, describePicture(event, c.var.now()))
  // The page of its community opens from here without another request.
  const { team } = event
  const queries = [
    inlineAnswer(eventKey(id), event),
    ...(team
      ? [inlineAnswer(teamDetailKey(team.id), await findTeamDetail(c.var.db, { viewerId: viewer?.id ?? null, now: c.var.now() }, team.id))]
      : []),
  ]
  const content = { title: event.title, description, image, queries }
  // People with the link can open the page, but search engines must not list it.
  if (event.visibility !== 'public' || event.live.state === 'draft') return { ...content, isUnlisted: true }
  const origin = getOrigin(c.var.settings, c.var.site.platform)
  const structured = makeStructuredEvent(event, {
    url: origin + canonical,
    image: origin + (event.pictureUrl ?? previewPath(event.activity, c.var.site.platform)),
    description,
    now: c.var.now(),
  })
  return { ...content, canonical, structured }
}

/** The picture tells a stranger the same as the page. */
const describePicture = ({ where, live, price, ...event }: EventDetail, now: number) =>
  describeGamePicture(
    {
      ...event,
      ...live,
      hasSlots: live.slots.length > 0,
      placeName: where.name,
      price: price && cardPriceOf(price, event.startsAt, now),
    },
    now,
  )

const maxDescriptionLength = 200
const toSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** "Pickleball, Saturday, November 21, 7:00 to 9:00 AM at Northside Courts. Level 3.0 to 3.5. Round robin on two courts." */
function describeEvent(event: EventDetail, now: number): string {
  const { activity, startsAt, endsAt, timeZone, where, levelMin, levelMax, about, live, price } = event
  const opens = formatOpeningOf({ ...live, startsAt, timeZone }, now)
  const { day, time } = formatEventTime({ startsAt, endsAt, venueZone: timeZone, viewerZone: timeZone, now, locale: 'en-US' })
  const facts = [
    ...(live.state === 'cancelled' ? ['Cancelled'] : []),
    ...(opens === null ? [] : [toSentence(opens)]),
    `${findActivity(activity)?.label ?? 'Game'}, ${day}, ${time} at ${where.name}`,
    formatLevels(activity, levelMin, levelMax),
    ...(price ? [toSentence(formatPrice(cardPriceOf(price, startsAt, now)))] : []),
  ]
  const summary = `${facts.join('. ')}.`
  const excerpt = toPlainText(about, Math.max(0, maxDescriptionLength - summary.length))
  return excerpt.length > 20 ? `${summary} ${excerpt}` : summary
}
