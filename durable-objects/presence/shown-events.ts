import { attach, attachmentOf } from './attachment.ts'
import type { Sockets } from './sockets.ts'

type Save = (userId: string, change: { shown?: string; hidden?: string }) => Promise<void>

/** The pages of events that the tabs of one person show. The database knows them, so that whoever takes a seat finds who watches. */
export class ShownEvents {
  readonly #sockets: Sockets
  readonly #save: Save

  constructor(sockets: Sockets, save: Save) {
    this.#sockets = sockets
    this.#save = save
  }

  /** A tab shows another event, or none. */
  async show(socket: WebSocket, eventId: string | null): Promise<void> {
    const { userId, eventId: before = null } = attachmentOf(socket)
    if (eventId === before) return
    attach(socket, { eventId })
    const others = new Set(this.#sockets.listOpen().flatMap((other) => (other === socket ? [] : (attachmentOf(other).eventId ?? []))))
    const change = {
      ...(eventId !== null && !others.has(eventId) && { shown: eventId }),
      ...(before !== null && !others.has(before) && { hidden: before }),
    }
    if (Object.keys(change).length > 0) await this.#save(userId, change)
  }
}
