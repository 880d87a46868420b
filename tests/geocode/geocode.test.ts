import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '../../worker/app.ts'
import { personA, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const asked: URL[] = []
let answer: () => Response | Promise<Response>
const zilker = {
  name: 'Zilker Park',
  display_name: 'Zilker Park, 2100, Barton Springs Road, Austin, Texas, 78704, United States',
  lat: '30.2669',
  lon: '-97.7729',
}

beforeEach(() => {
  asked.length = 0
  answer = () => Response.json([zilker])
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url)
    return answer()
  })
  return () => vi.unstubAllGlobals()
})

/** A Worker with a geocoder: the setting is read once an environment, so each has its own. */
async function search(q: string, bindings: object = {}): Promise<Response> {
  const cookie = await signIn(personA)
  const context = createExecutionContext()
  const request = new Request(`http://localhost:5173/api/geocode?q=${encodeURIComponent(q)}`, { headers: { cookie } })
  const response = await app.fetch(request, { ...env, GEOCODER_URL: 'https://geocoder.test/search?key=k', ...bindings }, context)
  await waitOnExecutionContext(context)
  return response
}

describe('Looking up an address', () => {
  it('asks the geocoder and answers with places as a form takes them', async () => {
    const found = await search('zilker park')
    expect(await found.json()).toEqual({
      places: [
        {
          name: 'Zilker Park',
          lat: 30.2669,
          lng: -97.7729,
          description: 'Zilker Park, 2100, Barton Springs Road, Austin, Texas, 78704',
        },
      ],
    })
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      key: 'k',
      q: 'zilker park',
      format: 'jsonv2',
      countrycodes: 'us',
    })
  })

  it('asks once for the same words', async () => {
    await search('barton  Springs')
    await search('Barton springs')
    expect(asked).toHaveLength(1)
  })

  it('leaves out what is no place and keeps the rest', async () => {
    answer = () => Response.json([{ ...zilker, lat: 'north' }, { ...zilker, lat: '91' }, zilker])
    const { places } = await (await search('half broken')).json<{ places: unknown[] }>()
    expect(places).toHaveLength(1)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['refuses', () => new Response('no', { status: 429 })],
    ['answers with something else', () => Response.json({ error: 'no' })],
    ['answers with no JSON', () => new Response('<html>')],
    ['does not answer', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
  ])('says so when the geocoder %s, and asks anew the next time', async (how, broken) => {
    answer = broken
    expect(await readProblem(await search(`broken ${how}`))).toMatchObject({ code: 'GeocoderUnavailable', status: 503 })
    answer = () => Response.json([zilker])
    expect((await search(`broken ${how}`)).status).toBe(200)
  })

  it('is slowed down for who asks a lot', async () => {
    const limit = vi.fn(async () => ({ success: false }))
    expect(await readProblem(await search('often', { ACCOUNT_LIMIT: { limit } }))).toMatchObject({ code: 'TooManyRequests' })
    expect(limit).toHaveBeenCalledWith({ key: 'geocode person-a' })
    expect(asked).toHaveLength(0)
  })

  it.each(['', 'ab', 'x'.repeat(121)])('wants some words, and not too many (%#)', async (q) => {
    expect((await search(q)).status).toBe(400)
    expect(asked).toHaveLength(0)
  })

  it('is not there without the setting', async () => {
    expect((await search('zilker park', { GEOCODER_URL: undefined })).status).toBe(404)
  })
})
