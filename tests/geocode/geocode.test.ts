import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { app } from '../../worker/app.ts'
import { personA, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const geocoderHost = 'geocoder.test'
const requests: URL[] = []
let answer: () => Response | Promise<Response>
const zilker = {
  name: 'Zilker Park',
  display_name: 'Zilker Park, 2100, Barton Springs Road, Austin, Texas, 78704, United States',
  lat: '30.2669',
  lon: '-97.7729',
}

beforeEach(() => {
  requests.length = 0
  answer = () => Response.json([zilker])
  vi.stubGlobal('fetch', async (input: URL | Request | string) => {
    const url = new URL(input instanceof Request ? input.url : input)
    // A job of an earlier test may still send a request of its own. This test counts only those to the geocoder.
    if (url.host !== geocoderHost) return new Response(null, { status: 503 })
    requests.push(url)
    return answer()
  })
  return () => vi.unstubAllGlobals()
})

/** Searches with a geocoder. Settings are read once per environment, so each search has an environment of its own. */
async function search(q: string, bindings: object = {}): Promise<Response> {
  const cookie = await signIn(personA)
  const context = createExecutionContext()
  const request = new Request(`http://localhost:5173/api/geocode?q=${encodeURIComponent(q)}`, { headers: { cookie } })
  const response = await app.fetch(request, { ...env, GEOCODER_URL: `https://${geocoderHost}/search?key=k`, ...bindings }, context)
  await waitOnExecutionContext(context)
  return response
}

describe('An address search', () => {
  it('asks the geocoder and returns addresses for the form', async () => {
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
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      key: 'k',
      q: 'zilker park',
      format: 'jsonv2',
      countrycodes: 'us',
    })
  })

  it('asks the geocoder only once for the same text', async () => {
    await search('barton  Springs')
    await search('Barton springs')
    expect(requests).toHaveLength(1)
  })

  it('skips invalid results and keeps the others', async () => {
    answer = () => Response.json([{ ...zilker, lat: 'north' }, { ...zilker, lat: '91' }, zilker])
    const { places } = await (await search('half broken')).json<{ places: unknown[] }>()
    expect(places).toHaveLength(1)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['refuses', () => new Response('no', { status: 429 })],
    ['returns another format', () => Response.json({ error: 'no' })],
    ['returns no JSON', () => new Response('<html>')],
    ['does not answer', () => Promise.reject(new DOMException('timed out', 'TimeoutError'))],
  ])('fails if the geocoder %s, and asks again the next time', async (how, broken) => {
    answer = broken
    expect(await readProblem(await search(`broken ${how}`))).toMatchObject({ code: 'GeocoderUnavailable', status: 503 })
    answer = () => Response.json([zilker])
    expect((await search(`broken ${how}`)).status).toBe(200)
  })

  it('is limited per user', async () => {
    const limit = vi.fn(async () => ({ success: false }))
    expect(await readProblem(await search('often', { ACCOUNT_LIMIT: { limit } }))).toMatchObject({ code: 'TooManyRequests' })
    expect(limit).toHaveBeenCalledWith({ key: 'geocode person-a' })
    expect(requests).toHaveLength(0)
  })

  it.each(['', 'ab', 'x'.repeat(121)])('refuses a text that is too short or too long (%#)', async (q) => {
    expect((await search(q)).status).toBe(400)
    expect(requests).toHaveLength(0)
  })

  it('is not found if no geocoder is configured', async () => {
    expect((await search('zilker park', { GEOCODER_URL: undefined })).status).toBe(404)
  })
})
