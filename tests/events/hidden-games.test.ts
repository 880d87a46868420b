import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { change, getEvent, join, publishGame, publishHiddenGames } from './games.ts'

collectLog()
holdQueues()

/** All places where games are listed. Each must contain the open game, so that a list that is empty for another reason fails. */
const lists = [
  '/api/events?hostId=HOST',
  '/api/events?placeId=PLACE',
  '/api/events?seriesId=SERIES',
  '/api/events?teamId=TEAM',
  '/api/discover/events?lat=30.35&lng=-97.74&radius=15',
  '/api/discover/events?hosts=followed',
  '/api/discover/events?team=TEAM',
  '/api/home/nearby',
  '/api/profiles/hidden-player/games',
  '/api/search?q=gathering',
  '/discover?lat=30.35&lng=-97.74&radius=15',
  '/discover?team=TEAM',
  '/team/TEAM',
  '/places/view/PLACE',
  '/sitemap.xml',
]

let stranger: Person
let ids: Record<string, string> = {}
let open = ''
let hidden: string[] = []

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  const privacy = {
    messagesFromAnyone: true,
    publicBadges: true,
    publicOnlineStatus: true,
    publicUpcomingGames: true,
    publicHours: true,
    publicLinkPreview: false,
  }
  const enter = (id: string) => enterAndSetUp(id, { displayName: id, privacy })
  const host = await enter('hidden-host')
  const player = await enter('hidden-player')
  stranger = await enter('hidden-stranger')
  const place = (await addPlace(host)).id
  const form = {
    title: 'A gathering',
    activity: 'tennis' as const,
    where: { placeId: place, name: 'Oak Courts', address: '', lat: 30.35, lng: -97.74 },
  }
  const { byLink, forTeam, draft, scheduled } = await publishHiddenGames(host, form)
  const teamId = 'team-of-hidden-host'
  await rowsOf("INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, 'hidden-player', 'member', 2)", teamId)
  await rowsOf('UPDATE events SET team_id = ?', teamId)
  open = await publishGame(host, { ...form, teamId }, { repeat: repeatWeekly(3) })
  const [series, second, third] = await rowsOf('SELECT id, series_id AS series FROM events WHERE series_id IS NOT NULL ORDER BY starts_at')
  await change(host, String(second?.id), { visibility: 'team' })
  await change(host, String(third?.id), { visibility: 'link' })
  hidden = [byLink, forTeam, draft, scheduled, String(second?.id), String(third?.id)]
  for (const id of [open, byLink, forTeam, String(second?.id), String(third?.id)]) expect((await join(player, id)).status).toBe(200)
  await stranger.ask('/api/follows/hidden-host', { method: 'PUT' })
  ids = { HOST: 'hidden-host', PLACE: place, TEAM: teamId, SERIES: String(series?.series) }
})

const read = async (path: string, person?: Person) => {
  const address = path.replace(/HOST|PLACE|TEAM|SERIES/, (name) => ids[name] ?? '')
  return (await (person ? person.ask(address) : ask(address))).text()
}

const needsSignIn = (path: string) => /followed|home|profiles/.test(path)

describe('A hidden game', () => {
  it.each(lists)('cannot be found by others at %s', async (path) => {
    for (const person of needsSignIn(path) ? [stranger] : [stranger, undefined]) {
      const text = await read(path, person)
      expect(text.includes(open)).toBe(true)
      expect(hidden.filter((id) => text.includes(id))).toEqual([])
    }
  })

  it('is not listed among the other dates of its series', async () => {
    expect((await getEvent(stranger, open)).series).toMatchObject({ id: ids.SERIES, others: [] })
  })
})
