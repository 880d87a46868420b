import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Browser, makePerson, tokenFor } from './people.ts'

beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

type Device = { id: string; name: string; isThis: boolean; city: string | null; country: string | null }
const listDevices = async (browser: Browser) => (await (await browser.ask('/api/accounts/devices')).json<{ devices: Device[] }>()).devices

async function signInOn(userAgent: string, { email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser({ userAgent })
  expect(await browser.signIn(email, password)).toBeNull()
  return browser
}

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/150.0'

describe('The devices of a person', () => {
  it('are listed with names, mark the current device, and can be signed out one by one', async () => {
    const person = await makePerson()
    const phone = await signInOn(iphone, person)
    const desk = await signInOn(windows, person)
    const devices = await listDevices(person.browser)
    expect(devices.map(({ name, isThis }) => [name, isThis]).toSorted()).toEqual([
      ['Chrome on Linux', true],
      ['Firefox on Windows', false],
      ['Safari on iPhone', false],
    ])
    const id = devices.find(({ name }) => name === 'Safari on iPhone')?.id
    expect((await person.browser.ask(`/api/accounts/devices/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect([await phone.viewer(), (await desk.viewer())?.id]).toEqual([null, (await person.browser.viewer())?.id])
    expect(await listDevices(person.browser)).toHaveLength(2)
  })

  it('can all be signed out at once, except the current one', async () => {
    const person = await makePerson()
    const others = [await signInOn(iphone, person), await signInOn(windows, person)]
    expect((await person.browser.ask('/api/accounts/devices', { method: 'DELETE' })).status).toBe(204)
    for (const other of others) expect(await other.viewer()).toBeNull()
    expect((await listDevices(person.browser)).map(({ isThis }) => isThis)).toEqual([true])
  })

  it('are signed out together with the links that would sign another one in', async () => {
    const person = await makePerson()
    await new Browser().ask('/api/accounts/login-link', { method: 'POST', json: { email: person.email } })
    const token = await tokenFor(person.email, 'login-link')
    expect((await person.browser.ask('/api/accounts/devices', { method: 'DELETE' })).status).toBe(204)
    expect(await new Browser().follow(token)).toBe('LinkUsed')
  })

  it('say where they were when they were last used, as Cloudflare guesses it', async () => {
    const person = await makePerson()
    const [{ id } = { id: '' }] = await listDevices(person.browser)
    const placeAfterUseFrom = async (cf: Record<string, unknown>) => {
      await env.DB.prepare('UPDATE auth_sessions SET last_seen_at = 1 WHERE id = ?').bind(id).run()
      await person.browser.ask('/api/session', { cf } as Parameters<Browser['ask']>[1])
      const readPlace = async () => (await listDevices(person.browser)).map(({ city, country }) => [city, country])
      // The place is written after the answer, so that no answer waits for it.
      await expect
        .poll(() => env.DB.prepare('SELECT last_seen_at FROM auth_sessions WHERE id = ?').bind(id).first('last_seen_at'))
        .not.toBe(1)
      return readPlace()
    }
    expect(await placeAfterUseFrom({ city: 'Paris', country: 'FR', latitude: '48.85', postalCode: '75001' })).toEqual([['Paris', 'FR']])
    expect(await placeAfterUseFrom({ country: 'T1' })).toEqual([[null, null]])
    expect(await placeAfterUseFrom({ city: 'x'.repeat(200), country: 'US' })).toEqual([[null, 'US']])
    expect(await placeAfterUseFrom({ country: 'XX' })).toEqual([[null, null]])
    const row = await env.DB.prepare('SELECT * FROM auth_sessions WHERE id = ?').bind(id).first()
    expect(JSON.stringify(row)).not.toContain('75001')
  })

  it('lose their sockets when they sign out, and the other devices keep theirs', async () => {
    const person = await makePerson()
    const phone = await signInOn(iphone, person)
    const open = async (browser: Browser) => {
      const { webSocket } = await browser.ask('/api/presence/socket', { headers: { upgrade: 'websocket' } })
      if (!webSocket) throw new Error('No socket')
      const closed = new Promise<number>((resolve) => webSocket.addEventListener('close', ({ code }) => resolve(code)))
      webSocket.accept()
      return { webSocket, closed }
    }
    const [here, copied, elsewhere] = [await open(phone), await open(phone), await open(person.browser)]
    await phone.signOut()
    // Not the code that makes a tab reload, because this browser already opens the login page.
    expect(await Promise.all([here.closed, copied.closed])).toEqual([1000, 1000])
    expect(elsewhere.webSocket.readyState).toBe(WebSocket.OPEN)
    elsewhere.webSocket.close()
  })

  it('cannot be seen or signed out by other people', async () => {
    const [mine, theirs] = [await makePerson(), await makePerson()]
    const [device] = await listDevices(theirs.browser)
    expect((await mine.browser.ask(`/api/accounts/devices/${device?.id}`, { method: 'DELETE' })).status).toBe(404)
    await mine.browser.ask('/api/accounts/devices', { method: 'DELETE' })
    expect(await theirs.browser.viewer()).not.toBeNull()
    expect((await listDevices(mine.browser)).map(({ id }) => id)).not.toContain(device?.id)
  })
})
