import { demoAccounts } from '../../domain/demo-accounts.ts'
import { addMessages } from './messages.ts'
import { openSocket } from './open-socket.ts'
import { signIn } from './sign-in.ts'

/** A part of the demo world that is stored in Durable Objects. It gets the address of the running product. */
type ObjectPart = (address: string) => Promise<void>

const parts = {
  /** Opens and closes the app as each demo person, so that profiles show when they were last online. */
  presence: async (address) => {
    for (const { email, password } of demoAccounts) {
      const { readCookies, signOut } = await signIn(address, email, password)
      // The first message says that the app is open.
      await openSocket(`${address}/api/presence/socket`, readCookies(), (_text, socket) => socket.close(1000))
      await signOut()
    }
  },
  messages: addMessages,
} satisfies Record<string, ObjectPart>

/** Adds the parts of the demo world that only the running product can write. */
export async function addObjects(address: string): Promise<void> {
  for (const part of Object.values(parts)) await part(address)
}
