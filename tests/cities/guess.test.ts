import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { bootElementId } from '../../domain/boot-element.ts'
import { guessedCityKey } from '../../domain/cities/keys.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
beforeAll(() => buildWorld(env.DB, ['cities:some']))

type Boot = { queries?: { key: unknown[]; data: unknown }[] }

/** Opens the landing page as if the edge thought that the visitor is there. */
async function openFrom(cf: object) {
  const answer = await ask('/', { cf } as object)
  const html = await answer.text()
  const boot = new RegExp(`<script[^>]*id="${bootElementId}"[^>]*>(.*?)</script>`, 's').exec(html)?.[1] ?? '{}'
  const { queries = [] } = JSON.parse(boot) as Boot
  return {
    cache: answer.headers.get('cache-control') ?? '',
    guess: queries.find(({ key }) => JSON.stringify(key) === JSON.stringify(guessedCityKey))?.data,
  }
}

describe('The city that the edge guesses', () => {
  it('is in the landing page, which no other visitor gets from a cache', async () => {
    const { guess, cache } = await openFrom({ country: 'US', city: 'Austin', regionCode: 'TX' })
    expect(guess).toMatchObject({ id: 4671654, name: 'Austin', state: 'TX' })
    // Only the name and the place of the city, and nothing about the visitor.
    expect(Object.keys(guess as object).toSorted()).toEqual(['id', 'lat', 'lng', 'name', 'state', 'timeZone'])
    expect(cache).not.toMatch(/public|s-maxage/)
  })

  it('is found in other capitals, and with spaces around it', async () => {
    expect((await openFrom({ country: 'US', city: ' AUSTIN ', regionCode: 'TX' })).guess).toMatchObject({ id: 4671654 })
  })

  it.each([
    ['it does not know where the visitor is', {}],
    ['they are in another country', { country: 'CA', city: 'Austin', regionCode: 'TX' }],
    ['we do not know the city', { country: 'US', city: 'Nowhere Springs', regionCode: 'TX' }],
    ['the city of that name is in another state', { country: 'US', city: 'Austin', regionCode: 'ZZ' }],
    ['it only knows the city', { country: 'US', city: 'Austin' }],
    ['the name is too long', { country: 'US', city: 'Austin'.repeat(20), regionCode: 'TX' }],
  ])('is missing if %s', async (_, cf) => {
    expect((await openFrom(cf)).guess).toBeUndefined()
  })
})
