import { env } from 'cloudflare:workers'
import type { CalendarAddress, OwnCalendarAddress } from '../../domain/calendar-addresses/contract.ts'
import { hour } from '../../domain/time/spans.ts'
import type { Person } from '../profiles/people.ts'
import { ask, productOrigin } from '../setup/client.ts'
import { readEvents, type SeenGame } from '../setup/read-calendar.ts'

const base = '/api/calendar-addresses'
const at = (teamId?: string) => (teamId === undefined ? `${base}/mine` : `${base}/teams/${teamId}`)

export const makeAddress = async (person: Person, teamId?: string): Promise<string> => {
  const answer = await person.ask(at(teamId), { method: 'POST' })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as CalendarAddress).url
}
export const ownAddress = async (person: Person, teamId?: string): Promise<CalendarAddress | null> =>
  ((await (await person.ask(at(teamId))).json()) as OwnCalendarAddress).address
export const removeAddress = (person: Person, teamId?: string) => person.ask(at(teamId), { method: 'DELETE' })
export const showOtherTeams = (person: Person, hasOtherTeams: boolean) => person.ask(at(), { method: 'PATCH', json: { hasOtherTeams } })

/** Asks like a calendar app: without a session. */
export const openCalendar = (url: string, headers: Record<string, string> = {}) => ask(url.slice(productOrigin.length), { headers })

export const listGames = async (url: string): Promise<SeenGame[]> => {
  const answer = await openCalendar(url)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return readEvents(await answer.text())
}
export const titlesIn = async (url: string) => (await listGames(url)).map(({ title }) => title)

type NewGame = {
  id: string
  creatorId: string | null
  startsAt: number
  teamId?: string | null
  title?: string
  description?: string
  zone?: string
  visibility?: 'public' | 'team' | 'link'
  state?: 'published' | 'cancelled' | 'draft'
}

export const addGames = (games: readonly NewGame[]) =>
  env.DB.batch(
    games.map((game) =>
      env.DB.prepare(
        `INSERT INTO events (id, creator_id, team_id, activity, title, description, place_name, address, lat, lng, time_zone, starts_at, ends_at,
          capacity, slots, max_guests, visibility, needs_approval, questions, leave_minutes, waitlist_mode, state, cancel_reason, taken, waiting,
          reminded, version, created_at, updated_at)
         VALUES (?1, ?2, ?3, 'tennis', ?4, ?5, 'Rose Courts', '2 Rose St', 30.25, -97.75, ?6, ?7, ?7 + ${hour}, 9, '[]', 0, ?8, 0, '[]', 0, 'order', ?9,
          '', 0, 0, 0, 3, 1, 1700000000000)`,
      ).bind(
        game.id,
        game.creatorId,
        game.teamId ?? null,
        game.title ?? game.id,
        game.description ?? '',
        game.zone ?? 'UTC',
        game.startsAt,
        game.visibility ?? 'public',
        game.state ?? 'published',
      ),
    ),
  )

/** Gives the person a seat, or another state, in a game that `addGames` added. */
export const addEntry = (eventId: string, userId: string, state = 'going') =>
  env.DB.prepare(
    `INSERT INTO joiners (id, event_id, user_id, state, seats, guests, answers, waitlist_rank, joined_at, arrived, is_no_show, starts_at, updated_at)
     SELECT ?1 || ' ' || ?2, id, ?2, ?3, 1, '[]', '{}', 0, 1, 0, 0, starts_at, 1 FROM events WHERE id = ?1`,
  )
    .bind(eventId, userId, state)
    .run()
