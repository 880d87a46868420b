import { defaultDiscoverState, moveToCity, writeDiscoverState } from '../../domain/discover/state.ts'
import { hour } from '../../domain/time/spans.ts'
import { indexEvents } from '../../worker/events/index-events.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { wrapDatabase } from '../../worker/platform/database.ts'

const austin = { id: 4671654, lat: 30.26715, lng: -97.74306 }

export const discoverPath = `/api/discover/events?${writeDiscoverState(moveToCity(defaultDiscoverState, austin))}`

/** Adds a hundred upcoming games in Austin. */
export async function addGames(d1: D1Database): Promise<void> {
  const games = Array.from({ length: 100 }, (_, index) => ({
    id: `game-${index}`,
    activity: index % 2 ? 'tennis' : 'pickleball',
    title: `Open play ${index}`,
    placeName: 'Northside Courts',
    address: '',
    timeZone: 'America/Chicago',
    startsAt: Date.now() + (index + 1) * 3 * hour,
    lat: austin.lat + ((index % 10) - 5) / 100,
    lng: austin.lng + ((index % 7) - 3) / 100,
  }))
  await d1
    .prepare(
      `INSERT INTO events (id, creator_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at, capacity,
          slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting, reminded,
          version, created_at, updated_at)
        SELECT value->>'id', NULL, value->>'activity', value->>'title', '', value->>'placeName', '', value->>'lat', value->>'lng',
          'America/Chicago', value->>'startsAt', (value->>'startsAt') + ${hour}, 8, '[]', 3, 'public', 0, '[]', 720, 'order', 'published', '',
          0, 0, 0, 1, 0, 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(games))
    .run()
  await runBatch(wrapDatabase(d1), { indexed: indexEvents(games) })
}
