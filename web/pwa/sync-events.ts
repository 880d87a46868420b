import { sendWithFiles } from '../messages/files/send-with-files.ts'
import { isFinalRefusal } from '../messages/is-final-refusal.ts'
import { listCopies, readCopy, removeFromCopy } from '../messages/outbox-copy.ts'
import { sendLeft } from '../messages/send-left.ts'
import { withSendingLock } from '../messages/sending-lock.ts'

/** Sends the messages that a closed tab has left. If this fails, the browser wakes the service worker again some minutes later. */
export async function sendUnsentMessages(): Promise<void> {
  for (const viewerId of await listCopies())
    await withSendingLock(viewerId, () =>
      sendLeft({
        read: () => readCopy(viewerId),
        remove: (clientId) => removeFromCopy(viewerId, clientId),
        send: (message) => sendWithFiles(viewerId, message),
        isFinal: isFinalRefusal,
      }),
    )
}
