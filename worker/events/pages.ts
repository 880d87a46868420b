import * as v from 'valibot'
import { findActivity } from '../../domain/activities.ts'
import { type EventDetail, EventPath } from '../../domain/events/contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import { opensOf } from '../../domain/events/rules.ts'
import { structuredEvent } from '../../domain/events/structured.ts'
import { levelWords } from '../../domain/events/words.ts'
import { lostPage } from '../../domain/pages.ts'
import { previewPath } from '../../domain/previews.ts'
import { inlineAnswer } from '../../domain/query-keys.ts'
import { plainTextOf } from '../../domain/rich-text/plain-text.ts'
import { eventTimeWords } from '../../domain/time/event-time-words.ts'
import type { AppContext } from '../platform/context.ts'
import { primaryOf } from '../platform/from-request.ts'
import type { PageContent } from '../platform/page-content.ts'
import { originOf } from '../platform/settings.ts'
import { findEvent } from './find-event.ts'

/** An outsider is told what everybody is told of an address that never was. */
const unknown: PageContent = { status: 404, title: lostPage.title, description: lostPage.description }

/** A game with its team, seats and who comes, as this viewer may see it: the page opens without asking again. */
export async function eventPage(c: AppContext): Promise<PageContent> {
  const asked = v.safeParse(EventPath, { id: c.req.param('id') })
  if (!asked.success) return unknown
  const { id } = asked.output
  const viewer = await c.var.viewer()
  const event = await findEvent(primaryOf(c), viewer?.id ?? null, id, c.var.now())
  if (!event) return unknown
  const canonical = `/discover/events/${id}`
  const description = introduce(event, c.var.now())
  const image = event.pictureUrl ?? previewPath(event.activity, c.var.site.platform)
  const queries = [inlineAnswer(eventKey(id), event)]
  const shown = { title: event.title, description, image, queries }
  // Whoever has the link may come; search engines are not given it.
  if (event.visibility !== 'public' || event.live.state === 'draft') return { ...shown, isUnlisted: true }
  const origin = originOf(c.var.settings, c.var.site.platform)
  const structured = structuredEvent(event, { url: origin + canonical, image: origin + image, description })
  return { ...shown, canonical, structured }
}

const longest = 200
const asSentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "Pickleball, Saturday, November 21, 7:00 to 9:00 AM at Northside Courts. Level 3.0 to 3.5. Round robin on two courts." */
function introduce(event: EventDetail, now: number): string {
  const { activity, startsAt, endsAt, timeZone, where, levelMin, levelMax, about, live } = event
  const opens = opensOf({ ...live, startsAt, timeZone }, now)
  const { day, time } = eventTimeWords({ startsAt, endsAt, venueZone: timeZone, viewerZone: timeZone, locale: 'en-US' })
  const facts = [
    ...(live.state === 'cancelled' ? ['Cancelled'] : []),
    ...(opens === null ? [] : [asSentence(opens)]),
    `${findActivity(activity)?.label ?? 'Game'}, ${day}, ${time} at ${where.name}`,
    levelWords(activity, levelMin, levelMax),
  ]
  const words = `${facts.join('. ')}.`
  const more = plainTextOf(about, Math.max(0, longest - words.length))
  return more.length > 20 ? `${words} ${more}` : words
}
