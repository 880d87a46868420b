import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { serveHost } from '../../worker/hostnames/serve-host.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings, type Settings } from '../../worker/platform/settings.ts'

const db = () => openPrimary(env.DB)
const host = 'play.served.example'
const cloudflare = { apiUrl: 'https://cloudflare.test/v4', zoneId: 'zone', token: 'secret' }
const serve = (settings: Partial<Settings> = { cloudflare }) =>
  serveHost({ kind: 'serve-host', host }, { db: db(), settings: { ...getSettings(env), ...settings } })
const setLive = (isLive: boolean) =>
  isLive ? claimHostname(db(), host, 'served', 1) : env.DB.prepare('DELETE FROM hostnames WHERE host = ?').bind(host).run()

/** The custom hostnames of the zone, by their ids. */
const zone = new Map<string, string>()
let calls: string[] = []
let answerFirst: (() => unknown) | null = null

/** Answers as Cloudflare's API does for custom hostnames. */
async function answer(address: string, { method = 'GET', body, headers }: RequestInit = {}): Promise<Response> {
  const url = new URL(address)
  const id = url.pathname.split('/').at(-1) ?? ''
  calls.push(method)
  expect(url.pathname).toMatch(/^\/v4\/zones\/zone\/custom_hostnames/)
  expect(new Headers(headers).get('authorization')).toBe('Bearer secret')
  const first = await answerFirst?.()
  if (first instanceof Response) return first
  if (method === 'POST') {
    const { hostname, ssl } = JSON.parse(String(body)) as { hostname: string; ssl: unknown }
    expect(ssl).toEqual({ method: 'http', type: 'dv' })
    if ([...zone.values()].includes(hostname)) return Response.json({ success: false, errors: [{ code: 1406 }] }, { status: 409 })
    zone.set(`id-${zone.size}`, hostname)
    return Response.json({ success: true }, { status: 201 })
  }
  if (method === 'DELETE') return Response.json({ success: zone.delete(id) })
  const result = [...zone].map(([one, hostname]) => ({ id: one, hostname })).filter(({ hostname }) => hostname.endsWith('served.example'))
  return Response.json({ success: true, result })
}

beforeEach(() => {
  zone.clear()
  zone.set('other', 'also.play.served.example')
  calls = []
  answerFirst = null
  vi.stubGlobal('fetch', answer)
  return () => vi.unstubAllGlobals()
})

describe('Cloudflare', () => {
  it('serves a domain that is live, once, and no longer when it is not', async () => {
    await setLive(true)
    await serve()
    await serve()
    expect([...zone.values()]).toEqual(['also.play.served.example', host])
    await setLive(false)
    await serve()
    await serve()
    expect([...zone.values()]).toEqual(['also.play.served.example'])
  })

  it('is asked again if it failed or the domain changed meanwhile, and not for a name that it refuses', async () => {
    await setLive(true)
    answerFirst = () => new Response('', { status: 403 })
    await expect(serve()).rejects.toMatchObject({ permanent: false })
    answerFirst = () => new Response('', { status: 400 })
    await expect(serve()).rejects.toMatchObject({ permanent: true })
    answerFirst = () => Promise.reject(new TypeError('no network'))
    await expect(serve()).rejects.toMatchObject({ permanent: false })
    answerFirst = () => setLive(false)
    await expect(serve()).rejects.toMatchObject({ permanent: false })
    answerFirst = null
    await serve()
    expect([...zone.values()]).toEqual(['also.play.served.example'])
  })

  it('is not asked without its settings', async () => {
    await setLive(true)
    await serve({ cloudflare: null })
    expect(calls).toEqual([])
  })
})
