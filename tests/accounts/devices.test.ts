import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Browser, makePerson } from './people.ts'

beforeEach(() => void vi.spyOn(env.MAIL_QUEUE, 'sendBatch').mockRejectedValue(new Error('kept for the test')))

type Device = { id: string; name: string; isThis: boolean }
const list = async (browser: Browser) => (await (await browser.ask('/api/accounts/devices')).json<{ devices: Device[] }>()).devices

async function signInOn(userAgent: string, { email, password }: { email: string; password: string }): Promise<Browser> {
  const browser = new Browser({ userAgent })
  expect(await browser.signIn(email, password)).toBeNull()
  return browser
}

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/150.0'

describe('The devices of a person', () => {
  it('are named, this one among them, and each can be signed out by itself', async () => {
    const person = await makePerson()
    const phone = await signInOn(iphone, person)
    const desk = await signInOn(windows, person)
    const seen = await list(person.browser)
    expect(seen.map(({ name, isThis }) => [name, isThis]).toSorted()).toEqual([
      ['Chrome on Linux', true],
      ['Firefox on Windows', false],
      ['Safari on iPhone', false],
    ])
    const id = seen.find(({ name }) => name === 'Safari on iPhone')?.id
    expect((await person.browser.ask(`/api/accounts/devices/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect([await phone.viewer(), (await desk.viewer())?.id]).toEqual([null, (await person.browser.viewer())?.id])
    expect(await list(person.browser)).toHaveLength(2)
  })

  it('are all signed out at once but for this one', async () => {
    const person = await makePerson()
    const others = [await signInOn(iphone, person), await signInOn(windows, person)]
    expect((await person.browser.ask('/api/accounts/devices', { method: 'DELETE' })).status).toBe(204)
    for (const other of others) expect(await other.viewer()).toBeNull()
    expect((await list(person.browser)).map(({ isThis }) => isThis)).toEqual([true])
  })

  it('signed out by themselves lose their sockets too, and the others keep theirs', async () => {
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
    // Not the code that makes a tab load anew: this browser is on its way to Login.
    expect(await Promise.all([here.closed, copied.closed])).toEqual([1000, 1000])
    expect(elsewhere.webSocket.readyState).toBe(WebSocket.OPEN)
    elsewhere.webSocket.close()
  })

  it('are nobody else’s to see or to sign out', async () => {
    const [mine, theirs] = [await makePerson(), await makePerson()]
    const [device] = await list(theirs.browser)
    expect((await mine.browser.ask(`/api/accounts/devices/${device?.id}`, { method: 'DELETE' })).status).toBe(404)
    await mine.browser.ask('/api/accounts/devices', { method: 'DELETE' })
    expect(await theirs.browser.viewer()).not.toBeNull()
    expect((await list(mine.browser)).map(({ id }) => id)).not.toContain(device?.id)
  })
})
