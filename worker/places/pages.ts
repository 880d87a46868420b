import * as v from 'valibot'
import { findActivity } from '../../domain/activities.ts'
import { placeEventsKey } from '../../domain/events/keys.ts'
import { picturePath } from '../../domain/pictures/contract.ts'
import { type PlaceDetail, PlacePath } from '../../domain/places/contract.ts'
import { formatPlaceCity } from '../../domain/places/format-city.ts'
import { formatCourts } from '../../domain/places/format-courts.ts'
import { placeKey } from '../../domain/places/keys.ts'
import { type Surface, surfaces } from '../../domain/places/kinds.ts'
import { describePlacePicture } from '../../domain/places/picture-words.ts'
import { formatFee } from '../../domain/places/rules.ts'
import { inlineAnswer, inlineFirstPage } from '../../domain/query-keys.ts'
import { listEventsOf } from '../events/list-events-of.ts'
import type { AppContext } from '../platform/context.ts'
import type { PageContent } from '../platform/page-content.ts'
import { findPlace } from './find-place.ts'

const notFoundContent: PageContent = { status: 404, title: 'Place not found' }

/** The page of a place. It has a preview with name and activities, and includes the data, so that no further request is needed. */
export async function placePage(c: AppContext): Promise<PageContent> {
  const parsed = v.safeParse(PlacePath, { id: c.req.param('id') })
  if (!parsed.success) return notFoundContent
  const { id } = parsed.output
  const viewer = await c.var.viewer()
  const [viewerId, now] = [viewer?.id ?? null, c.var.now()]
  const [place, events] = await Promise.all([
    findPlace(c.var.db, viewerId, id, now),
    listEventsOf(c.var.db, viewerId, { by: 'place', id, cursor: undefined, now }),
  ])
  if (!place) return notFoundContent
  const city = formatPlaceCity(place)
  return {
    title: city ? `${place.name}, ${city}` : place.name,
    description: describePlace(place),
    canonical: `/places/view/${id}`,
    image: picturePath('places', id, describePlacePicture(place)),
    queries: [inlineAnswer(placeKey(id), place), inlineFirstPage(placeEventsKey(id), events)],
  }
}

/** "Pickleball and Tennis in Austin, TX. 6 courts, hard court, lights. Free." */
function describePlace({ activities, courts, surface, isIndoor, hasLights, fee, ...place }: PlaceDetail): string {
  const activityNames = new Intl.ListFormat('en-US').format(activities.slice(0, 3).map((id) => findActivity(id)?.label ?? id))
  const city = formatPlaceCity(place)
  const facts = [
    courts !== null && formatCourts(courts, activities),
    surface in surfaces && surfaces[surface as Surface].toLowerCase(),
    isIndoor === true && 'indoors',
    hasLights === true && 'lights',
  ].filter((fact) => fact !== false)
  const sentences = [`${activityNames}${city ? ` in ${city}` : ''}`, facts.join(', '), formatFee(fee) ?? ''].filter(Boolean)
  return `${sentences.map((words) => words.charAt(0).toUpperCase() + words.slice(1)).join('. ')}.`
}
