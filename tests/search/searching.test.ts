import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchAnswer } from '../../domain/search/contract.ts'
import { lookAt, putUp, putUpHidden } from '../events/games.ts'
import { holdQueues } from '../notifications/post-office.ts'
import { addPlace, change } from '../places/places.ts'
import { block, enter, enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { aWeekly, inDays } from '../setup/a-game.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

let host: Person
let other: Person
let sunrise: string

const answer = async (q: string, from: Person | null = null): Promise<SearchAnswer> => {
  const path = `/api/search?${new URLSearchParams({ q })}`
  const found = await (from ? from.ask(path) : ask(path))
  expect(found.status).toBe(200)
  return found.json()
}
const titles = async (q: string, from: Person | null = null) => (await answer(q, from)).events.map(({ title }) => title)
const places = async (q: string) => (await answer(q)).places.map(({ name }) => name)

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enter('host')
  other = await enterAndSetUp('other', { displayName: 'Robin Volley' })
  const at = (name: string) => ({ placeId: null, name, address: '', lat: 30.3, lng: -97.7 })
  sunrise = await putUp(host, { title: 'Sunrise open play', where: at('Zilker Park'), starts: inDays(5), ends: inDays(5, '14:00') })
  await putUp(host, { title: 'Sunset doubles', activity: 'tennis', where: at('Zilker Park') })
  await putUpHidden(host, { title: 'Secret sunrise' })
  await addPlace(host, { name: 'Barton Racquet Hall', idempotencyKey: 'search-place-1' })
})

describe('Search', () => {
  it('finds games by the beginning of any of their words, of their place and of what is played', async () => {
    expect(await titles('sun')).toEqual(['Sunset doubles', 'Sunrise open play'])
    expect(await titles('SUNRI')).toEqual(['Sunrise open play'])
    expect(await titles('zilk')).toEqual(['Sunset doubles', 'Sunrise open play'])
    expect(await titles('tenn')).toEqual(['Sunset doubles'])
  })

  it('finds games by their city: that of one of our places, or of their address', async () => {
    const hall = await addPlace(host, {
      name: 'Rec Gym',
      cityName: 'Pflugerville',
      address: '3 Main St',
      idempotencyKey: 'search-place-2',
    })
    await putUp(host, { title: 'Hoops', activity: 'basketball', where: { placeId: hall.id, name: 'Rec Gym', address: '', lat: 0, lng: 0 } })
    const where = { placeId: null, name: 'The green court', address: 'Near Wimberley, TX', lat: 30, lng: -98.1 }
    const id = await putUp(host, { title: 'Slam', activity: 'padel', where })
    expect(await titles('basketball pflugerville')).toEqual(['Hoops'])
    expect(await titles('padel wimberley tx')).toEqual(['Slam'])
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(204)
    expect(await rowsOf("SELECT word FROM search_words WHERE kind = 'event' AND id = ?", id)).toEqual([])
  })

  it('finds what is played by its beginning, however many streets begin so', async () => {
    const street = (name: string) => ({ placeId: null, name: 'A court', address: `1 ${name} St, Wimberley, TX`, lat: 30, lng: -98.1 })
    for (const name of ['Volcano', 'Volente', 'Volga', 'Volks'])
      await putUp(host, { title: 'Rally', activity: 'padel', where: street(name) })
    await putUp(host, { title: 'Sand cup', activity: 'volleyball', starts: inDays(6), ends: inDays(6, '14:00') })
    expect(await titles('vol')).toContain('Sand cup')
    expect(await titles('volg')).toEqual(['Rally'])
  })

  it('wants every word', async () => {
    expect(await titles('zilker pickleb')).toEqual(['Sunrise open play'])
    expect(await titles('zilker chess')).toEqual([])
    expect(await titles('play open sunrise')).toEqual(['Sunrise open play'])
  })

  it('shows one date of a series, the next, beside everything else', async () => {
    await putUp(
      host,
      { title: 'Moonlight ladder', activity: 'bowling', starts: inDays(4), ends: inDays(4, '14:00') },
      { repeat: aWeekly(12) },
    )
    await putUp(host, { title: 'Moonlight final', activity: 'bowling', starts: inDays(60), ends: inDays(60, '14:00') })
    expect(await titles('moonlight')).toEqual(['Moonlight ladder', 'Moonlight final'])
  })

  it('forgives one slip, and says what it looked for', async () => {
    const { events, corrections } = await answer('pickelball')
    expect(events.map(({ title }) => title)).toEqual(['Sunrise open play'])
    expect(corrections).toEqual([{ typed: 'pickelball', read: 'pickleball' }])
    expect(await titles('sunrize zilker')).toEqual(['Sunrise open play'])
    expect(await titles('sunruse')).toEqual(['Sunrise open play'])
    expect(await titles('sunruzw')).toEqual([])
  })

  it('finds places by name, city and what is played there, and by their new name once it changed', async () => {
    expect(await places('racq')).toEqual(['Barton Racquet Hall'])
    expect(await places('barton tennis austin')).toEqual(['Barton Racquet Hall'])
    const [place] = (await answer('barton')).places
    const stored = await (await host.ask(`/api/places/${place?.id}`)).json<Parameters<typeof change>[1]>()
    expect((await change(host, stored, { name: 'Willow Hall' })).status).toBe(200)
    expect(await places('barton')).toEqual([])
    expect(await places('willow')).toEqual(['Willow Hall'])
  })

  it('knows nothing of drafts, of games by link, and of hosts whom a block keeps apart', async () => {
    for (const q of ['secret', 'drafted']) expect(await answer(q, host)).toMatchObject({ events: [], corrections: [] })
    await block('other', 'host')
    expect(await titles('sunrise', other)).toEqual([])
    expect(await titles('sunrise')).toEqual(['Sunrise open play'])
  })

  it('follows a game that is renamed, made private, and called off', async () => {
    const id = await putUp(host, { title: 'Quokka cup' })
    const { form } = await (await host.ask(`/api/events/${id}/form`)).json<{ form: object }>()
    const rename = async (title: string, visibility: string) => {
      const { live } = await lookAt(host, id)
      return host.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...form, title, visibility }, version: live.version } })
    }
    expect(await titles('quokka')).toEqual(['Quokka cup'])
    expect((await rename('Numbat cup', 'public')).status).toBe(204)
    expect(await titles('quokka')).toEqual([])
    expect(await titles('numbat')).toEqual(['Numbat cup'])
    expect((await rename('Numbat cup', 'link')).status).toBe(204)
    expect(await titles('numbat')).toEqual([])
    expect((await rename('Numbat cup', 'public')).status).toBe(204)
    expect(await titles('numbat')).toEqual(['Numbat cup'])
    expect((await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })).status).toBe(204)
    expect(await titles('numbat')).toEqual([])
    expect(await rowsOf("SELECT word FROM search_words WHERE kind = 'event' AND id = ?", id)).toEqual([])
  })

  it('shows people to whoever has a profile, and to nobody else', async () => {
    const reader = await enterAndSetUp('reader', { displayName: 'Sam Reader' })
    expect((await answer('robin', reader)).people).toMatchObject([{ name: 'Robin Volley' }])
    expect((await answer('robin')).people).toEqual([])
    const unfinished = await enter('unfinished', { profileComplete: false })
    expect((await answer('robin', unfinished)).people).toEqual([])
  })

  it('forgives one slip in a name, and tells of nobody whom the viewer may not find', async () => {
    const reader = await enterAndSetUp('sloppy', { displayName: 'Sloppy Reader' })
    const maya = await enterAndSetUp('maya', { displayName: 'Maya Okafor' })
    const found = await answer('mayra', reader)
    expect(found.people).toMatchObject([{ name: 'Maya Okafor' }])
    expect(found.corrections).toEqual([{ typed: 'mayra', read: 'maya' }])
    expect((await answer('okafro maya', reader)).people).toMatchObject([{ name: 'Maya Okafor' }])
    expect((await answer('mayra smith', reader)).people).toEqual([])
    expect(await answer('mayra')).toMatchObject({ people: [], corrections: [] })
    // A word that says something is none that was mistyped.
    await enterAndSetUp('dennis', { displayName: 'Dennis Hall' })
    expect((await answer('tennis', reader)).people).toEqual([])
    await block(maya.id, 'sloppy')
    expect(await answer('mayra', reader)).toMatchObject({ people: [], corrections: [] })
    expect(rowsRead(await reader.ask('/api/search?q=mayrra+okaffor+sloppey'))).toBeLessThan(1000)
  })

  it.each(['', '   ', '""', '\'"*^-()', 'AND OR NOT NEAR("', "'; DROP TABLE events; --", '%', '_', '👩‍👩‍👧', 'zz'.repeat(100)])(
    'answers %j with nothing',
    async (q) => expect(await answer(q)).toEqual({ events: [], teams: [], places: [], people: [], corrections: [] }),
  )

  it('bears what is too long', async () => {
    const found = await ask(`/api/search?q=${'a'.repeat(10_000)}`)
    expect([200, 414]).toContain(found.status)
    if (found.status === 200) expect(await found.json()).toMatchObject({ events: [], places: [] })
  })

  it('costs a few hundred rows, however many games have the word', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => ['pickleball', Date.now() + 1e9 + index, `crowd-${index}`])
    await env.DB.prepare("INSERT INTO search_words SELECT 'event', value->>0, value->>1, value->>2 FROM json_each(?)")
      .bind(JSON.stringify(words))
      .run()
    expect(rowsRead(await ask('/api/search?q=pickle'))).toBeLessThan(300)
    expect(rowsRead(await ask('/api/search?q=pickleball+zilker'))).toBeLessThan(500)
    expect(await titles('pickleball zilker')).toContain('Sunrise open play')
  })

  it('passes over what is over', async () => {
    await env.DB.prepare("INSERT INTO search_words SELECT 'event', 'bygone', ?, ?")
      .bind(Date.now() - 1000, sunrise)
      .run()
    expect(await titles('bygone')).toEqual([])
  })
})
