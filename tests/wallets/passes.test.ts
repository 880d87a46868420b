import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { strFromU8, unzipSync } from 'fflate'
import * as pkijs from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeTicket } from '../../domain/events/ticket.ts'
import { app } from '../../worker/app.ts'
import { readSettings } from '../../worker/platform/settings.ts'
import { writeDer, writeOid } from '../../worker/wallets/der.ts'
import type { PassWords } from '../../worker/wallets/describe-pass.ts'
import { makeApplePass } from '../../worker/wallets/make-apple-pass.ts'
import { makeGooglePassUrl } from '../../worker/wallets/make-google-pass.ts'
import { cancel, getLive, join, publishGame, publishHiddenGames } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person } from '../profiles/people.ts'
import { ask, productOrigin, readProblem, signIn } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { productionEnv } from '../setup/production-env.ts'
import { makeKeys } from './make-keys.ts'

collectLog()
holdQueues()

let keys: Awaited<ReturnType<typeof makeKeys>>
let host: Person
let player: Person

beforeAll(async () => {
  keys = await makeKeys()
  ;[host, player] = await Promise.all([enter('wallet-host'), enter('wallet-player')])
})

const words: PassWords = {
  joinerId: 'seat-1',
  eventId: 'game-1',
  title: 'Saturday “sunrise” play é',
  when: 'Saturday, November 21, 7:00 AM CST',
  startsAt: Date.UTC(2026, 10, 21, 13),
  endsAt: Date.UTC(2026, 10, 21, 15),
  placeName: 'Northside Courts',
  address: '1 Court Road',
  lat: 30.3,
  lng: -97.7,
  seat: 'One seat',
  ticketCode: 'K7Q-4MX',
  barcode: 'gather:game-1:seat-1',
  url: 'https://play.example.com/evt/game-1',
}
const now = Date.UTC(2026, 10, 20, 9, 30, 5)

const apple = {
  APPLE_PASS_TYPE: 'pass.com.example.ticket',
  APPLE_TEAM_ID: 'ABCDE12345',
  APPLE_PASS_CERTIFICATES: '-----BEGIN CERTIFICATE-----',
  APPLE_PASS_KEY: '-----BEGIN PRIVATE KEY-----',
}

describe('A pass for Apple Wallet', () => {
  const make = (changes: Partial<PassWords> = {}) => {
    const apple = { passType: 'pass.com.example.ticket', teamId: 'ABCDE12345', ...keys }
    return makeApplePass({ words: { ...words, ...changes }, platformName: 'Gather', icon: Uint8Array.of(1, 2, 3), keys: apple, now })
  }

  it('says what the ticket says, and shows the same code', async () => {
    const files = unzipSync(await make())
    expect(Object.keys(files).toSorted()).toEqual(['icon.png', 'icon@2x.png', 'logo.png', 'manifest.json', 'pass.json', 'signature'])
    const pass = JSON.parse(strFromU8(files['pass.json'] ?? new Uint8Array()))
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.com.example.ticket',
      teamIdentifier: 'ABCDE12345',
      serialNumber: 'seat-1',
      relevantDate: '2026-11-21T13:00:00.000Z',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: 'gather:game-1:seat-1', altText: 'K7Q-4MX' }],
      eventTicket: { primaryFields: [{ value: words.title }] },
    })
  })

  it('has a hash of each file, and our signature of the hashes, which another library accepts', async () => {
    const files = unzipSync(await make())
    const manifest = files['manifest.json'] ?? new Uint8Array()
    const hashes: Record<string, string> = JSON.parse(strFromU8(manifest))
    for (const name of ['pass.json', 'icon.png', 'icon@2x.png', 'logo.png']) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', (files[name] ?? new Uint8Array()).slice()))
      expect(hashes[name], name).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
    }
    const verify = async (data: Uint8Array) => {
      const { content } = pkijs.ContentInfo.fromBER((files.signature ?? new Uint8Array()).slice().buffer)
      const signed = new pkijs.SignedData({ schema: content })
      return signed.verify({ signer: 0, data: data.slice().buffer, checkChain: false }).catch(() => false)
    }
    expect(await verify(manifest)).toBe(true)
    expect(await verify(manifest.map((byte, index) => (index === 5 ? byte ^ 1 : byte)))).toBe(false)
  })

  it('has no empty fields', async () => {
    const files = unzipSync(await make({ address: '', ticketCode: null }))
    const pass = JSON.parse(strFromU8(files['pass.json'] ?? new Uint8Array()))
    expect(pass.eventTicket.backFields.map(({ key }: { key: string }) => key)).toEqual(['page'])
    expect(pass.barcodes[0]).not.toHaveProperty('altText')
  })
})

describe('A pass for Google Wallet', () => {
  it('is a token that our service account signed', async () => {
    const google = { issuer: '3388000000012345678', account: 'tickets@example.iam.gserviceaccount.com', key: keys.key }
    const origin = 'https://play.example.com'
    const url = await makeGooglePassUrl({ words, platformName: 'Gather', origin, keys: google, now })
    const [, header = '', payload = '', signature = ''] =
      /^https:\/\/pay\.google\.com\/gp\/v\/save\/([^.]+)\.([^.]+)\.([^.]+)$/.exec(url) ?? []
    const read = (part: string) => JSON.parse(new TextDecoder().decode(decode(part)))
    const decode = (part: string) => Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
    expect(read(header)).toEqual({ alg: 'RS256', typ: 'JWT' })
    expect(read(payload)).toMatchObject({
      iss: google.account,
      aud: 'google',
      typ: 'savetowallet',
      payload: {
        eventTicketClasses: [{ id: `${google.issuer}.game-game-1`, eventName: { defaultValue: { value: words.title } } }],
        eventTicketObjects: [{ id: `${google.issuer}.seat-seat-1`, barcode: { value: 'gather:game-1:seat-1' } }],
      },
    })
    const signed = new TextEncoder().encode(`${header}.${payload}`)
    expect(await crypto.subtle.verify('RSASSA-PKCS1-v1_5', keys.publicKey, decode(signature), signed)).toBe(true)
    // Browsers and Google accept addresses of this length.
    expect(url.length).toBeLessThan(3000)
  })
})

describe('With keys', () => {
  const askWithKeys = async (person: Person | null, path: string) => {
    const google = {
      GOOGLE_WALLET_ISSUER: '3388000000012345678',
      GOOGLE_WALLET_ACCOUNT: 'tickets@example.iam.gserviceaccount.com',
      GOOGLE_WALLET_KEY: keys.key,
    }
    const appleKeys = { ...apple, APPLE_PASS_CERTIFICATES: keys.certificates, APPLE_PASS_KEY: keys.key }
    const headers = { 'cf-connecting-ip': '192.0.2.77', ...(person && { cookie: await signIn(person) }) }
    return app.fetch(new Request(`${productOrigin}${path}`, { headers }), { ...env, ...appleKeys, ...google }, createExecutionContext())
  }
  const codesFor = (person: Person | null, id: string) =>
    Promise.all(
      ['apple-pass', 'google-pass'].map(
        async (wallet) => (await readProblem(await askWithKeys(person, `/api/events/${id}/me/${wallet}`))).code,
      ),
    )

  it('a player gets their ticket for either wallet, and the app offers both', async () => {
    const id = await publishGame(host, { title: 'Sunrise play' })
    await join(player, id)
    const pass = await askWithKeys(player, `/api/events/${id}/me/apple-pass`)
    expect([pass.status, pass.headers.get('content-type'), pass.headers.get('cache-control')]).toEqual([
      200,
      'application/vnd.apple.pkpass',
      'private, no-store',
    ])
    expect(pass.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.pkpass"$/)
    const files = unzipSync(new Uint8Array(await pass.arrayBuffer()))
    const { mine } = await getLive(player, id)
    expect(JSON.parse(strFromU8(files['pass.json'] ?? new Uint8Array()))).toMatchObject({
      barcodes: [{ message: writeTicket({ eventId: id, joinerId: mine?.id ?? '' }) }],
      eventTicket: { primaryFields: [{ value: 'Sunrise play' }] },
    })
    expect(files['icon.png']?.length).toBeGreaterThan(100)
    const { url } = await (await askWithKeys(player, `/api/events/${id}/me/google-pass`)).json<{ url: string }>()
    expect(url).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//)
    expect(await (await askWithKeys(null, '/api/config')).json()).toMatchObject({ wallets: ['apple', 'google'] })
  })

  it('nobody gets a ticket without a seat for sure', async () => {
    const [waiter, asker] = [await enter('wallet-waiter'), await enter('wallet-asker')]
    const full = await publishGame(host, { capacity: 1 })
    await join(player, full)
    await join(waiter, full, { orWait: true })
    expect(await codesFor(waiter, full)).toEqual(['NoTicket', 'NoTicket'])
    const asked = await publishGame(host, { needsApproval: true })
    await join(asker, asked)
    expect(await codesFor(asker, asked)).toEqual(['NoTicket', 'NoTicket'])
    expect(await codesFor(await enter('wallet-stranger'), full)).toEqual(['NoTicket', 'NoTicket'])
    expect(await codesFor(null, full)).toEqual(['SignInRequired', 'SignInRequired'])
    const { draft } = await publishHiddenGames(host)
    expect(await codesFor(asker, draft)).toEqual(['EventNotFound', 'EventNotFound'])
  })

  it('nor for a game that is over or was cancelled', async () => {
    const late = await enter('wallet-late')
    const [over, cancelled] = [await publishGame(host), await publishGame(host)]
    for (const id of [over, cancelled]) await join(late, id)
    await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(over).run()
    await cancel(host, cancelled)
    expect(await codesFor(late, over)).toEqual(['NoTicket', 'NoTicket'])
    expect(await codesFor(late, cancelled)).toEqual(['NoTicket', 'NoTicket'])
  })
})

describe('Without keys', () => {
  it('there is no pass, also for a player', async () => {
    const id = await publishGame(host)
    await join(player, id)
    for (const wallet of ['apple-pass', 'google-pass']) {
      expect((await player.ask(`/api/events/${id}/me/${wallet}`)).status).toBe(404)
      expect(await readProblem(await host.ask(`/api/events/${id}/me/${wallet}`))).toMatchObject({ code: 'NotFound' })
      expect((await ask(`/api/events/${id}/me/${wallet}`)).status).toBe(401)
    }
    expect(await (await ask('/api/config')).json()).toMatchObject({ wallets: [] })
  })
})

describe('The settings of wallets', () => {
  it('are complete or missing', () => {
    expect(readSettings({ ...env, ...productionEnv, ...apple }).wallets).toEqual({
      apple: {
        passType: 'pass.com.example.ticket',
        teamId: 'ABCDE12345',
        certificates: '-----BEGIN CERTIFICATE-----',
        key: '-----BEGIN PRIVATE KEY-----',
      },
      google: null,
    })
    expect(() => readSettings({ ...productionEnv, ...apple, APPLE_TEAM_ID: undefined })).toThrowError(
      expect.objectContaining({ cause: 'setting APPLE_TEAM_ID is missing, and APPLE_PASS_TYPE is set' }),
    )
    expect(() => readSettings({ ...productionEnv, GOOGLE_WALLET_ISSUER: '1' })).toThrowError(
      expect.objectContaining({ cause: 'setting GOOGLE_WALLET_ACCOUNT is missing, and GOOGLE_WALLET_ISSUER is set' }),
    )
  })
})

it('DER has lengths of one and of several bytes, and ids of several parts', () => {
  expect([...writeDer(4, new Uint8Array(3))]).toEqual([4, 3, 0, 0, 0])
  expect([...writeDer(4, new Uint8Array(300)).slice(0, 4)]).toEqual([4, 0x82, 1, 44])
  expect([...writeOid('1.2.840.113549')]).toEqual([6, 6, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d])
})
