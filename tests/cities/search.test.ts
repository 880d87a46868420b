import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { City } from '../../domain/cities/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { addCities } from '../world/build-world.ts'

collectLog()

beforeAll(() => addCities(env.DB, inject('cities')))

async function search(typed: string): Promise<string[]> {
  const answer = await ask(`/api/cities?q=${encodeURIComponent(typed)}`)
  const { cities } = await answer.json<{ cities: City[] }>()
  return cities.map(cityLabel)
}

const rowsRead = (answer: Response) => Number(/rows read (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

describe('GET /api/cities, with every US city', () => {
  it.each([
    ['aus', 'Austin, TX'],
    ['Austin, TX', 'Austin, TX'],
    ['austin minnesota', 'Austin, MN'],
    ['austin, minn', 'Austin, MN'],
    ['Austin Te', 'Austin, TX'],
    ['queens new', 'Queens, NY'],
    ['camanche io', 'Camanche, IA'],
    ['san', 'San Antonio, TX'],
    ['S', 'San Antonio, TX'],
    ['nyc', 'New York City, NY'],
    ['new york, ny', 'New York City, NY'],
    ['saint louis', 'St. Louis, MO'],
    ['st. lou', 'St. Louis, MO'],
    ['canon city', 'Cañon City, CO'],
    ['coeur d’al', "Coeur d'Alene, ID"],
    ['portland, me', 'Portland, ME'],
    ['worth, tex', 'Fort Worth, TX'],
    ['MARFA', 'Marfa, TX'],
  ])('"%s" finds %s first', async (typed, label) => expect((await search(typed))[0]).toBe(label))

  it('returns at most eight cities, each once', async () => {
    const found = await search('spring')
    expect(found).toHaveLength(8)
    expect(new Set(found).size).toBe(8)
  })

  it.each(['xqzw', '🎾🎾', "'; DROP TABLE cities; --", '%', '_', '\u202Etxet'])('finds nothing for %s and does not fail', async (typed) => {
    expect(await search(typed)).toEqual([])
  })

  it('reads no more rows for one letter than for a name', async () => {
    expect(rowsRead(await ask('/api/cities?q=s'))).toBeLessThanOrEqual(16)
    expect(rowsRead(await ask('/api/cities?q=san'))).toBeLessThanOrEqual(16)
  })

  it('has a valid time zone for every city', async () => {
    for (const { timeZone } of inject('cities')) expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow()
  })

  it('returns one city by its id', async () => {
    const answer = await ask('/api/cities/4671654')
    expect(await answer.json()).toEqual({
      id: 4671654,
      name: 'Austin',
      state: 'TX',
      lat: 30.26715,
      lng: -97.74306,
      timeZone: 'America/Chicago',
    })
    expect(answer.headers.get('cache-control')).toContain('max-age')
  })

  it.each(['0', '-1', '1e9', '4671654.5', 'austin', '99999999999'])('refuses %s as the id of a city', async (id) => {
    expect(await readProblem(await ask(`/api/cities/${id}`))).toMatchObject({ code: 'InvalidInput' })
  })

  it('answers "not found" for an unknown id', async () => {
    expect(await readProblem(await ask('/api/cities/1'))).toMatchObject({ code: 'CityNotFound', title: 'We could not find this city.' })
  })
})
