import type { UnsentMessage } from './outbox.ts'

type Left = {
  read: () => Promise<readonly UnsentMessage[]>
  remove: (clientId: string) => Promise<void>
  send: (message: UnsentMessage) => Promise<unknown>
  /** Whether another attempt would fail in the same way. */
  isFinal: (error: unknown) => boolean
}

/**
 * Sends what a closed tab has left, one after the other. Throws if the rest has to be tried again later. The tab still has the messages:
 * it sends them again when it opens, gets what is stored, and shows which ones were refused.
 */
export async function sendLeft({ read, remove, send, isFinal }: Left): Promise<void> {
  for (;;) {
    // A tab may have taken back one of them meanwhile.
    const [next] = await read()
    if (!next) return
    try {
      await send(next)
    } catch (error) {
      if (!isFinal(error)) throw error
    }
    await remove(next.clientId)
  }
}
