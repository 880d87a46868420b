import * as v from 'valibot'
import { demoAccounts } from '../../domain/demo-accounts.ts'

/** A part of the demo world that is stored in Durable Objects. It gets the address of the running product. */
type ObjectPart = (address: string) => Promise<void>

const parts = {
  /** Opens and closes the app as each demo person, so that profiles show when they were last online. */
  presence: async (address) => {
    for (const { email, password } of demoAccounts) {
      const { readCookies, signOut } = await signIn(address, email, password)
      await visit(address, readCookies())
      await signOut()
    }
  },
} satisfies Record<string, ObjectPart>

/** Adds the parts of the demo world that only the running product can write. */
export async function addObjects(address: string): Promise<void> {
  for (const part of Object.values(parts)) await part(address)
}

const CsrfAnswer = v.object({ csrfToken: v.string() })

/** Signs in with a password, as the login page does. */
async function signIn(address: string, email: string, password: string) {
  const cookies = new Map<string, string>()
  const readCookies = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}/api/auth/${path}`, {
      ...init,
      headers: { origin: address, cookie: readCookies(), 'x-auth-return-redirect': '1' },
    })
    for (const setCookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      cookies.set(name, value)
    }
    if (!response.ok) throw new Error(`Signing in as ${email} failed with status ${response.status}`)
    return response
  }
  const post = async (path: string, fields: Record<string, string> = {}) => {
    const { csrfToken } = v.parse(CsrfAnswer, await (await send('csrf')).json())
    await send(path, { method: 'POST', body: new URLSearchParams({ ...fields, csrfToken, callbackUrl: address }) })
  }
  await post('callback/password', { email, password })
  return { readCookies, signOut: () => post('signout') }
}

/** Opens the presence socket of a person, waits for the first message, and closes it. */
async function visit(address: string, cookie: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Node’s WebSocket can send headers; the type of the standard does not know that.
  const options = { headers: { cookie, origin: address } } as unknown as string[]
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/presence/socket`, options)
  socket.addEventListener('message', () => socket.close(1000))
  socket.addEventListener('close', ({ code }) => (code === 1000 ? resolve() : reject(new Error(`The presence socket closed with ${code}`))))
  socket.addEventListener('error', () => reject(new Error('The presence socket could not be opened')))
  await promise
}
