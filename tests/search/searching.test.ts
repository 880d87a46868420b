import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { runBatch } from '../../worker/platform/batch.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { indexWords, unindexWords } from '../../worker/search/commands.ts'
import { change, getEvent, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace, updatePlace } from '../places/places.ts'
import { block, enter, enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let host: Person
let other: Person
let sunrise: string

const search = async (q: string, from: Person | null = null): Promise<SearchAnswer> => {
  const path = `/api/search?${new URLSearchParams({ q })}`
  const found = await (from ? from.ask(path) : ask(path))
  expect(found.status).toBe(200)
  return found.json()
}
const findTitles = async (q: string, from: Person | null = null) => (await search(q, from)).events.map(({ title }) => title)
const findPlaces = async (q: string) => (await search(q)).places.map(({ name }) => name)

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enter('host')
  other = await enterAndSetUp('other', { displayName: 'Robin Volley' })
  const at = (name: string) => ({ placeId: null, name, address: '', lat: 30.3, lng: -97.7 })
  sunrise = await publishGame(host, { title: 'Sunrise open play', where: at('Zilker Park'), starts: inDays(5), ends: inDays(5, '14:00') })
  await publishGame(host, { title: 'Sunset doubles', activity: 'tennis', where: at('Zilker Park') })
  await publishHiddenGames(host, { title: 'Secret sunrise' })
  await addPlace(host, { name: 'Barton Racquet Hall', idempotencyKey: 'search-place-1' })
})

describe('Search', () => {
  it('finds games by the start of any word of their title, place and activity', async () => {
    expect(await findTitles('sun')).toEqual(['Sunset doubles', 'Sunrise open play'])
    expect(await findTitles('SUNRI')).toEqual(['Sunrise open play'])
    expect(await findTitles('zilk')).toEqual(['Sunset doubles', 'Sunrise open play'])
    expect(await findTitles('tenn')).toEqual(['Sunset doubles'])
  })

  it('finds games by the city of their place or address', async () => {
    const hall = await addPlace(host, {
      name: 'Rec Gym',
      cityName: 'Pflugerville',
      address: '3 Main St',
      idempotencyKey: 'search-place-2',
    })
    await publishGame(host, {
      title: 'Hoops',
      activity: 'basketball',
      where: { placeId: hall.id, name: 'Rec Gym', address: '', lat: 0, lng: 0 },
    })
    const where = { placeId: null, name: 'The green court', address: 'Near Wimberley, TX', lat: 30, lng: -98.1 }
    const id = await publishGame(host, { title: 'Slam', activity: 'padel', where })
    expect(await findTitles('basketball pflugerville')).toEqual(['Hoops'])
    expect(await findTitles('padel wimberley tx')).toEqual(['Slam'])
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(204)
    expect(await rowsOf("SELECT word FROM search_words WHERE kind = 'event' AND id = ?", id)).toEqual([])
  })

  it('finds an activity by its start, even if many streets start the same way', async () => {
    const street = (name: string) => ({ placeId: null, name: 'A court', address: `1 ${name} St, Wimberley, TX`, lat: 30, lng: -98.1 })
    for (const name of ['Volcano', 'Volente', 'Volga', 'Volks'])
      await publishGame(host, { title: 'Rally', activity: 'padel', where: street(name) })
    await publishGame(host, { title: 'Sand cup', activity: 'volleyball', starts: inDays(6), ends: inDays(6, '14:00') })
    expect(await findTitles('vol')).toContain('Sand cup')
    expect(await findTitles('volg')).toEqual(['Rally'])
  })

  it('requires every word to match', async () => {
    expect(await findTitles('zilker pickleb')).toEqual(['Sunrise open play'])
    expect(await findTitles('zilker chess')).toEqual([])
    expect(await findTitles('play open sunrise')).toEqual(['Sunrise open play'])
  })

  it('shows only the next game of a series', async () => {
    await publishGame(
      host,
      { title: 'Moonlight ladder', activity: 'bowling', starts: inDays(4), ends: inDays(4, '14:00') },
      { repeat: repeatWeekly(12) },
    )
    await publishGame(host, { title: 'Moonlight final', activity: 'bowling', starts: inDays(60), ends: inDays(60, '14:00') })
    expect(await findTitles('moonlight')).toEqual(['Moonlight ladder', 'Moonlight final'])
  })

  it('corrects one typo and returns the correction', async () => {
    const { events, corrections } = await search('pickelball')
    expect(events.map(({ title }) => title)).toEqual(['Sunrise open play'])
    expect(corrections).toEqual([{ typed: 'pickelball', read: 'pickleball' }])
    expect(await findTitles('sunrize zilker')).toEqual(['Sunrise open play'])
    expect(await findTitles('sunruse')).toEqual(['Sunrise open play'])
    expect(await findTitles('sunruzw')).toEqual([])
  })

  it('finds places by name, city and activity, and by the new name after a change', async () => {
    expect(await findPlaces('racq')).toEqual(['Barton Racquet Hall'])
    expect(await findPlaces('barton tennis austin')).toEqual(['Barton Racquet Hall'])
    const [place] = (await search('barton')).places
    const placeDetail = await (await host.ask(`/api/places/${place?.id}`)).json<Parameters<typeof updatePlace>[1]>()
    expect((await updatePlace(host, placeDetail, { name: 'Willow Hall' })).status).toBe(200)
    expect(await findPlaces('barton')).toEqual([])
    expect(await findPlaces('willow')).toEqual(['Willow Hall'])
  })

  it('does not find drafts, games that need a link, or games of blocked hosts', async () => {
    for (const q of ['secret', 'drafted']) expect(await search(q, host)).toMatchObject({ events: [], corrections: [] })
    await block('other', 'host')
    expect(await findTitles('sunrise', other)).toEqual([])
    expect(await findTitles('sunrise')).toEqual(['Sunrise open play'])
  })

  it('follows the changes of a game that is renamed, made private, or cancelled', async () => {
    const id = await publishGame(host, { title: 'Quokka cup' })
    const { form } = await (await host.ask(`/api/events/${id}/form`)).json<{ form: object }>()
    const rename = async (title: string, visibility: string) => {
      const { live } = await getEvent(host, id)
      return host.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...form, title, visibility }, version: live.version } })
    }
    expect(await findTitles('quokka')).toEqual(['Quokka cup'])
    expect((await rename('Numbat cup', 'public')).status).toBe(204)
    expect(await findTitles('quokka')).toEqual([])
    expect(await findTitles('numbat')).toEqual(['Numbat cup'])
    expect((await rename('Numbat cup', 'link')).status).toBe(204)
    expect(await findTitles('numbat')).toEqual([])
    expect((await rename('Numbat cup', 'public')).status).toBe(204)
    expect(await findTitles('numbat')).toEqual(['Numbat cup'])
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(204)
    expect(await findTitles('numbat')).toEqual([])
    expect(await rowsOf("SELECT word FROM search_words WHERE kind = 'event' AND id = ?", id)).toEqual([])
  })

  it('shows people only to viewers with a complete profile', async () => {
    const reader = await enterAndSetUp('reader', { displayName: 'Sam Reader' })
    expect((await search('robin', reader)).people).toMatchObject([{ name: 'Robin Volley' }])
    expect((await search('robin')).people).toEqual([])
    const unfinished = await enter('unfinished', { profileComplete: false })
    expect((await search('robin', unfinished)).people).toEqual([])
  })

  it('corrects one typo in a name, but not for people the viewer may not find', async () => {
    const reader = await enterAndSetUp('sloppy', { displayName: 'Sloppy Reader' })
    const maya = await enterAndSetUp('maya', { displayName: 'Maya Okafor' })
    const found = await search('mayra', reader)
    expect(found.people).toMatchObject([{ name: 'Maya Okafor' }])
    expect(found.corrections).toEqual([{ typed: 'mayra', read: 'maya' }])
    expect((await search('okafro maya', reader)).people).toMatchObject([{ name: 'Maya Okafor' }])
    expect((await search('mayra smith', reader)).people).toEqual([])
    expect(await search('mayra')).toMatchObject({ people: [], corrections: [] })
    // A word that has matches is not a typo.
    await enterAndSetUp('dennis', { displayName: 'Dennis Hall' })
    expect((await search('tennis', reader)).people).toEqual([])
    await block(maya.id, 'sloppy')
    expect(await search('mayra', reader)).toMatchObject({ people: [], corrections: [] })
    expect(rowsRead(await reader.ask('/api/search?q=mayrra+okaffor+sloppey'))).toBeLessThan(1000)
  })

  it.each(['', '   ', '""', '\'"*^-()', 'AND OR NOT NEAR("', "'; DROP TABLE events; --", '%', '_', '👩‍👩‍👧', 'zz'.repeat(100)])(
    'returns nothing for %j',
    async (q) => expect(await search(q)).toEqual({ events: [], teams: [], places: [], people: [], corrections: [] }),
  )

  it('does not fail for a text that is too long', async () => {
    const found = await ask(`/api/search?q=${'a'.repeat(10_000)}`)
    expect([200, 414]).toContain(found.status)
    if (found.status === 200) expect(await found.json()).toMatchObject({ events: [], places: [] })
  })

  it('reads a few hundred rows, no matter how many games have the word', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => ['pickleball', Date.now() + 1e9 + index, `crowd-${index}`])
    await env.DB.prepare("INSERT INTO search_words SELECT 'event', value->>0, value->>1, value->>2 FROM json_each(?)")
      .bind(JSON.stringify(words))
      .run()
    expect(rowsRead(await ask('/api/search?q=pickle'))).toBeLessThan(300)
    expect(rowsRead(await ask('/api/search?q=pickleball+zilker'))).toBeLessThan(500)
    expect(await findTitles('pickleball zilker')).toContain('Sunrise open play')
  })

  it('skips past games', async () => {
    await env.DB.prepare("INSERT INTO search_words SELECT 'event', 'bygone', ?, ?")
      .bind(Date.now() - 1000, sunrise)
      .run()
    expect(await findTitles('bygone')).toEqual([])
  })
})

describe('A search near a point', () => {
  const inCity = (name: string, address: string, lat: number, lng: number) => ({
    where: { placeId: null, name, address, lat, lng },
    activity: 'soccer' as const,
  })
  const honolulu = { lat: 21.28, lng: -157.83 }
  const searchNear = async (q: string) => {
    const found = await ask(`/api/search?${new URLSearchParams({ q, lat: '30.2672', lng: '-97.7431' })}`)
    expect(found.status).toBe(200)
    return found.json<SearchAnswer>()
  }
  const titlesNear = async (q: string) => (await searchNear(q)).events.map(({ title }) => title)

  beforeAll(async () => {
    await publishGame(host, {
      title: 'Pickup 7v7 at the beach',
      ...inCity('Waikiki Sand', 'Honolulu, HI', 21.28, -157.83),
      starts: inDays(1),
      ends: inDays(1, '14:00'),
    })
    await publishGame(host, {
      title: 'Pickup 7v7 by the river',
      ...inCity('Shoal Field', 'Austin, TX', 30.28, -97.75),
      starts: inDays(6),
      ends: inDays(6, '14:00'),
    })
    await addPlace(host, { name: 'Longhorn Pitch', cityName: 'Dallas', lat: 32.78, lng: -96.8, idempotencyKey: 'far-place-1' })
    await addPlace(host, { name: 'Longhorn Court', cityName: 'Austin', idempotencyKey: 'near-place-1' })
  })

  it('leaves out games and places far away, unless a word names where they are', async () => {
    expect(await titlesNear('7v7')).toEqual(['Pickup 7v7 by the river'])
    expect(await titlesNear('pickup 7v7 honol')).toEqual(['Pickup 7v7 at the beach'])
    expect(await titlesNear('waikiki')).toEqual(['Pickup 7v7 at the beach'])
    expect((await searchNear('volley')).places.every(({ cityName }) => cityName !== 'Dallas')).toBe(true)
    expect((await searchNear('longhorn')).places.map(({ cityName }) => cityName)).toEqual(['Austin', 'Dallas'])
  })

  it('finds what is near, even if hundreds of games, communities and places far away have the same word', async () => {
    const far = Array.from({ length: 200 }, (_, index) => ({
      id: `far-${index}`,
      rank: Date.now() + 1000 + index,
      texts: ['Quidditch'],
      at: honolulu,
    }))
    const db = openPrimary(env.DB)
    for (const kind of ['event', 'team', 'place'] as const) await runBatch(db, { far: indexWords(kind, far) })
    const starts = { starts: inDays(20), ends: inDays(20, '14:00') }
    await publishGame(host, { title: 'Quidditch on the lawn', ...inCity('Shoal Field', 'Austin, TX', 30.28, -97.75), ...starts })
    await addPlace(host, { name: 'Quidditch Hoops', idempotencyKey: 'quidditch-near' })
    const found = await ask('/api/search?q=quidditch&lat=30.2672&lng=-97.7431')
    expect(rowsRead(found)).toBeLessThan(1500)
    const answer = await found.json<SearchAnswer>()
    expect(answer.events.map(({ title }) => title)).toEqual(['Quidditch on the lawn'])
    expect(answer.places.map(({ name }) => name)).toEqual(['Quidditch Hoops'])
    expect(await titlesNear('lawn quidditch')).toEqual(['Quidditch on the lawn'])
    await runBatch(db, { far: (['event', 'team', 'place'] as const).flatMap((kind) => unindexWords(kind, far)) })
    expect(await rowsOf("SELECT word FROM search_word_cells WHERE id LIKE 'far-%'")).toEqual([])
  })

  it('reads few rows in a crowded city, and lists the next games first', async () => {
    const crowd = Array.from({ length: 1500 }, (_, index) => ({
      ...{ id: `crowd-${index}`, rank: Date.now() + 1e9 + index, texts: ['Korfball korfing korfers korfed'] },
      at: { lat: 30 + (index % 10) / 100, lng: -97.7 },
    }))
    await runBatch(openPrimary(env.DB), { crowd: indexWords('event', crowd) })
    const games = [9, 4].map((days) => ({ title: `Korfball ${days}`, starts: inDays(days), ends: inDays(days, '14:00') }))
    for (const game of games) await publishGame(host, { ...inCity('Shoal Field', 'Austin, TX', 30.28, -97.75), ...game })
    const found = await ask('/api/search?q=korf&lat=30.2672&lng=-97.7431')
    expect(rowsRead(found)).toBeLessThan(2000)
    expect((await found.json<SearchAnswer>()).events.map(({ title }) => title)).toEqual(['Korfball 4', 'Korfball 9'])
  })

  it('follows a game that moves away, and removes all words of one that is cancelled', async () => {
    const id = await publishGame(host, { title: 'Peripatetic', ...inCity('Shoal Field', 'Austin, TX', 30.28, -97.75) })
    const cellsOf = () => rowsOf('SELECT DISTINCT cell FROM search_word_cells WHERE id = ?', id)
    const before = await cellsOf()
    expect(await titlesNear('peripatetic')).toEqual(['Peripatetic'])
    expect((await change(host, id, inCity('Waikiki Sand', 'Honolulu, HI', 21.28, -157.83))).status).toBe(204)
    expect(await titlesNear('peripatetic')).toEqual([])
    expect(await cellsOf()).not.toEqual(before)
    expect(await cellsOf()).toHaveLength(1)
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(204)
    expect(await cellsOf()).toEqual([])
  })

  it('finds items that existed before words were indexed by location', async () => {
    const rows = () => rowsOf('SELECT * FROM search_word_cells ORDER BY kind, word, cell, rank, id')
    const crowdless = "DELETE FROM search_words WHERE id LIKE 'crowd-%' OR word = 'bygone'"
    await env.DB.batch([env.DB.prepare(crowdless), env.DB.prepare("DELETE FROM search_word_cells WHERE id LIKE 'crowd-%'")])
    const exact = await rows()
    expect(exact.length).toBeGreaterThan(50)
    const fills = env.TEST_MIGRATIONS.find(({ name }) => name.endsWith('_search_near.sql'))?.queries.slice(1) ?? []
    await env.DB.batch(['DELETE FROM search_word_cells', ...fills].map((query) => env.DB.prepare(query)))
    expect(await rows()).toEqual(exact)
  })

  it('finds all of them if it is not known where the viewer is', async () => {
    expect(await findTitles('7v7')).toEqual(['Pickup 7v7 at the beach', 'Pickup 7v7 by the river'])
  })

  it('shows a series as one game with its next dates', async () => {
    const [found] = (await search('weekly ladder')).events
    expect(found).toBeUndefined()
    await publishGame(host, { title: 'Weekly ladder', starts: inDays(2), ends: inDays(2, '13:00') }, { repeat: repeatWeekly(6) })
    const { events } = await search('weekly ladder')
    expect(events.map(({ startsAt, nextDates }) => nextDates.map((next) => Math.round((next - startsAt) / (24 * 3_600_000))))).toEqual([
      [7, 14, 21],
    ])
  })
})

describe('Words that people write in another way', () => {
  beforeAll(async () => {
    const where = (name: string) => ({ placeId: null, name, address: '', lat: 30.3, lng: -97.7 })
    await publishGame(host, { title: 'Rally night', activity: 'table-tennis', where: where('Mueller hall') })
    await publishGame(host, { title: 'Five on five', activity: 'basketball', where: where('Mueller gym') })
    await publishGame(host, { title: 'Beginners clinic', activity: 'padel', where: where('Deck 4') })
    await publishGame(host, { title: 'Endgames', activity: 'chess', where: where('The Café') })
  })

  it.each([
    ['ping pong', 'Rally night'],
    ['ping-pong', 'Rally night'],
    ['pingpong mueller', 'Rally night'],
    ['PING PONG Mueller', 'Rally night'],
    ['hoops', 'Five on five'],
    ['b-ball', 'Five on five'],
    ['begginer', 'Beginners clinic'],
    ['begginers', 'Beginners clinic'],
    ['cafe', 'Endgames'],
    ['café', 'Endgames'],
    ['CAFÉ', 'Endgames'],
  ])('finds by another name, doubled letters or accents: "%s"', async (typed, title) => {
    expect(await findTitles(typed)).toContain(title)
  })

  it('says which activity it read, and also finds the words themselves', async () => {
    expect((await search('pingpong')).corrections).toEqual([{ typed: 'pingpong', read: 'table tennis' }])
    await publishGame(host, { title: 'Pingpong with Ana', activity: 'other' })
    const { events, corrections } = await search('pingpong')
    expect(events.map(({ title }) => title).toSorted()).toEqual(['Pingpong with Ana', 'Rally night'])
    expect(corrections).toEqual([])
  })

  it('finds places by another name of their activity', async () => {
    await addPlace(host, { name: 'Cedar Hall', activities: ['table-tennis'], idempotencyKey: 'search-place-3' })
    expect(await findPlaces('ping pong')).toEqual(['Cedar Hall'])
    expect(await findPlaces('ping pong cedar')).toEqual(['Cedar Hall'])
  })
})
