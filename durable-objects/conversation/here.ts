import { maxHereNamed } from '../../domain/messages/frames.ts'
import { conversationKindOf } from '../../domain/messages/rules.ts'
import { isLive } from '../presence/protocol.ts'
import type { Attachment } from './attachment.ts'
import type { Facts } from './facts.ts'
import type { HiddenPeople } from './hidden-people.ts'
import { attach, isOpen, readAttachment, sendFrame } from './sockets.ts'

/** After so many milliseconds for each open socket, people may be told again who is here. */
const pauseEach = 10

type Present = { socket: WebSocket; attachment: Attachment; isSilent: boolean }
type State = Pick<DurableObjectState, 'getWebSockets' | 'getWebSocketAutoResponseTimestamp'>

/**
 * Who has the conversation open now. Each person is told only of people who share that they are online, and with whom they have no block.
 * The more people are here, the less often they are told, so that a crowd that arrives costs at most 100 frames a second.
 */
export class Here {
  readonly #state: State
  readonly #facts: Facts
  readonly #hidden: HiddenPeople
  /** Those who share it, as they were told last. */
  #shown: ReadonlySet<string> = new Set()
  #told = { at: 0, pause: 0 }
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(state: State, facts: Facts, hidden: HiddenPeople) {
    this.#state = state
    this.#facts = facts
    this.#hidden = hidden
  }

  /** Somebody came. They learn at once who is here, and the others soon. */
  come(socket: WebSocket): void {
    if (this.#isOff()) return
    this.tellSoon()
    if (this.#timer !== null) this.#tell({ socket, attachment: readAttachment(socket), isSilent: false })
  }

  /** Somebody went, or what they share has changed. */
  tellSoon(): void {
    if (this.#timer !== null || this.#isOff()) return
    const passed = Date.now() - this.#told.at
    const wait = this.#told.pause - passed
    if (passed >= 0 && wait > 0) this.#timer = setTimeout(() => this.#tellNow(), wait)
    else this.#tellNow()
  }

  /** Tells everyone for whom something has changed. */
  #tellNow(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const present = this.#list()
    this.#shown = new Set(
      present.flatMap(({ attachment: { userId, sharesOnline, isInvited }, isSilent }) =>
        sharesOnline && !isInvited && !isSilent ? userId : [],
      ),
    )
    for (const each of present) this.#tell(each)
    this.#told = { at: Date.now(), pause: present.length * pauseEach }
  }

  /** Whether somebody may fall silent of whom others were told. */
  isWatched(): boolean {
    if (this.#isOff()) return false
    const present = this.#list().map(({ attachment }) => attachment)
    return (
      present.some(({ sharesOnline, isInvited }) => sharesOnline && !isInvited) && new Set(present.map(({ userId }) => userId)).size > 1
    )
  }

  /** Two people see by their presence whether the other one is there. */
  #isOff(): boolean {
    const conversationId = this.#facts.get('conversationId')
    return conversationId === null || conversationKindOf(conversationId) === 'direct'
  }

  /** Who came first is first, so that the people who are named stay the same. */
  #list(): Present[] {
    const now = Date.now()
    return this.#state
      .getWebSockets()
      .filter(isOpen)
      .map((socket) => {
        const attachment = readAttachment(socket)
        const lastHeard = this.#state.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? attachment.openedAt
        return { socket, attachment, isSilent: !isLive({ open: true, lastHeard }, now) }
      })
      .sort((one, other) => one.attachment.openedAt - other.attachment.openedAt)
  }

  /** What a socket was told is kept with it, because the object may be evicted while the socket stays open. */
  #tell({ socket, attachment }: Present): void {
    const frame = this.#view(attachment.userId)
    const toldHere = `${frame.count} ${hash(frame.people.join())}`
    if (attachment.toldHere === toldHere) return
    attach(socket, { toldHere })
    sendFrame(socket, frame)
  }

  #view(viewerId: string): { type: 'here'; people: string[]; count: number } {
    const hidden = new Set([viewerId, ...this.#hidden.of(viewerId)])
    if (this.#hidden.isHiddenFromSomebody(viewerId)) for (const id of this.#shown) if (this.#hidden.of(id).has(viewerId)) hidden.add(id)
    const people: string[] = []
    for (const id of this.#shown) {
      if (people.length === maxHereNamed) break
      if (!hidden.has(id)) people.push(id)
    }
    const hiddenCount = [...hidden].filter((id) => this.#shown.has(id)).length
    return { type: 'here', people, count: this.#shown.size - hiddenCount }
  }
}

/** A short text that is another one for another list. An attachment has little room. */
const hash = (text: string): string => {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) >>> 0
  return sum.toString(36)
}
