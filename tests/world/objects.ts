import { demoAccounts } from '../../domain/demo-accounts.ts'
import { addMessages } from './messages.ts'
import { signIn } from './sign-in.ts'

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
  messages: addMessages,
} satisfies Record<string, ObjectPart>

/** Adds the parts of the demo world that only the running product can write. */
export async function addObjects(address: string): Promise<void> {
  for (const part of Object.values(parts)) await part(address)
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
