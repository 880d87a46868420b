import { DurableObject } from 'cloudflare:workers'
import * as v from 'valibot'
import type { Burst } from '../../domain/messages/alerts.ts'
import { type Message, type MessagePage, type MessagesQuery, type NewMessage, SocketQuery } from '../../domain/messages/contract.ts'
import type { MessageFile } from '../../domain/messages/files.ts'
import { ClientFrame, readmitCode, removedCode } from '../../domain/messages/frames.ts'
import type { LinkPreview } from '../../domain/messages/link-preview.ts'
import type { ConversationSummary } from '../../domain/messages/summary.ts'
import { makeSiteRules } from '../../domain/other-sites/site-rules.ts'
import { ping, pong, sessionEndedCode } from '../../domain/presence/contract.ts'
import type { Env } from '../../worker/env.ts'
import { readClockOffset } from '../../worker/platform/clock.ts'
import { getErrorFields, logLine } from '../../worker/platform/log.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { countFrame, type FrameCount, policyViolationCode, readFrame } from '../frames.ts'
import { type Alert, readBurst } from './alerts.ts'
import type { Attachment } from './attachment.ts'
import { eraseAuthor, hideMessage } from './change-message.ts'
import { type RawDetails, readDetails } from './details.ts'
import { handleFrame } from './handle-frame.ts'
import { withoutHiddenText } from './hidden-text.ts'
import type { DueLink } from './link-previews.ts'
import { addFiles, type NewFile } from './message-files.ts'
import type { LogMessage } from './message-log.ts'
import { MessageViews, viewPage } from './message-views.ts'
import { migrate } from './migrations.ts'
import { pinMessage } from './pin-message.ts'
import { storePreview, takeLink } from './preview-link.ts'
import { Admission, admissionHeader, maxFrameLength, maxFrames, maxSends, sendWindow } from './protocol.ts'
import type { SendResult } from './refusals.ts'
import { Room } from './room.ts'
import { seeWords } from './see-words.ts'
import { sendMessage } from './send-message.ts'
import { setSlowMode } from './set-slow-mode.ts'
import type { SlowPause } from './slow-mode.ts'
import { attach, isOpen, makeRoomFor, readAttachment, sendFrame } from './sockets.ts'
import { addFile, type FileRefusal, maySeeFile, sweepFiles } from './store-files.ts'
import { closePoll } from './vote.ts'
import { makeWelcome } from './welcome.ts'

/** After so long we try again what has failed. */
const retryDelay = 60_000
/** The runtime calls an alarm that fails so often again. */
const maxRetries = 6
/** Frames that cost the others nothing to read. */
const uncounted: ReadonlySet<ClientFrame['type']> = new Set(['read', 'typing', 'sync'])

/** One conversation: the order of its messages, their words, and the sockets of the people who have it open. */
export abstract class ConversationObject extends DurableObject<Env> {
  #room: Room
  readonly #frames = new WeakMap<WebSocket, FrameCount>()

  /** Returns the people in it who have deleted their account. */
  protected abstract saveSummary(summary: ConversationSummary): Promise<string[]>
  /** Other devices of these people may show as unread what they have read. */
  protected abstract tellReaders(userIds: readonly string[]): Promise<void>
  protected abstract sendAlert(alert: Alert): Promise<void>
  protected abstract loadPages(conversationId: string, links: readonly DueLink[]): Promise<void>

  constructor(state: DurableObjectState, env: Env) {
    super(state, env)
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(ping, pong))
    migrate(state.storage)
    this.#room = this.#openRoom()
  }

  /** Opens a socket, and sends what its client has missed. */
  override async fetch(request: Request): Promise<Response> {
    const admission = v.parse(Admission, JSON.parse(request.headers.get(admissionHeader) ?? ''))
    const { userId, mayWrite, mayModerate, isInvited, sharesOnline, sessionId } = admission
    const now = await this.#now()
    if (!this.#room.admissions.accept(admission)) return new Response(null, { status: 409 })
    if (!makeRoomFor(this.ctx.getWebSockets(userId))) return new Response(null, { status: 429 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server, [userId])
    server.serializeAttachment({
      ...{ userId, mayWrite, mayModerate, isInvited, sharesOnline, sessionId, openedAt: Date.now() },
    } satisfies Attachment)
    const known = v.parse(SocketQuery, Object.fromEntries(new URL(request.url).searchParams))
    sendFrame(server, makeWelcome(this.#room, userId, known, now))
    this.#room.here.come(server)
    await this.#room.scheduleLook()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Stores a message once and sends it to everyone who is here. */
  async send(admission: Admission, message: NewMessage): Promise<{ message: Message } | Extract<SendResult, { refused: string }>> {
    const now = await this.#now()
    const result = await this.#inTurn(admission.userId, () =>
      this.#room.admissions.accept(admission) ? sendMessage(this.#room, admission, message, now) : { refused: 'NobodyReadsThis' as const },
    )
    if ('refused' in result) return result
    const [seen] = new MessageViews(this.#room, [result.message]).for(admission.userId)
    if (!seen) throw new Error('The author does not see the message')
    return { message: seen }
  }

  /** Expects a file whose content the Worker stores next. */
  async addFile(admission: Admission, file: NewFile): Promise<{ stored: MessageFile | null } | { refused: FileRefusal }> {
    const now = await this.#now()
    return this.#room.admissions.accept(admission) ? addFile(this.#room, admission, file, now) : { refused: 'NobodyReadsThis' }
  }

  /** The content of a file is stored. Null if the file was deleted meanwhile. */
  setFileStored(id: string, facts: Pick<MessageFile, 'size' | 'width' | 'height'>): MessageFile | null {
    return this.#room.files.setStored(id, facts)
  }

  maySeeFile(admission: Admission, id: string): boolean {
    return this.#room.admissions.accept(admission) && maySeeFile(this.#room, admission.userId, id)
  }

  listFilesOf(userId: string, before: number, limit: number): ReturnType<Room['files']['listSentBy']> {
    return this.#room.files.listSentBy(userId, before, limit)
  }

  /** Null if the permission is out of date. */
  pageBefore(admission: Admission, query: MessagesQuery = {}): MessagePage | null {
    const { admissions, log, hidden } = this.#room
    if (!admissions.accept(admission)) return null
    return viewPage(this.#room, log.pageBefore(hidden.of(admission.userId), query), admission.userId)
  }

  /** More about one message. Null if the person does not see it, or the permission is out of date. */
  details(admission: Admission, seq: number): RawDetails | null {
    return this.#room.admissions.accept(admission) ? readDetails(this.#room, admission.userId, seq) : null
  }

  /** One message as the person sees it, with the answers of its poll. Null if they do not see it, or the permission is out of date. */
  find(admission: Admission, seq: number): (LogMessage & { files?: MessageFile[]; answers: string[] }) | null {
    const { admissions, log, polls, hidden, files } = this.#room
    const message = admissions.accept(admission) ? log.find(seq) : undefined
    return message && !hidden.of(admission.userId).has(message.authorId)
      ? { ...addFiles(withoutHiddenText(message), files.listBySeq([seq])), answers: polls.find(seq)?.options ?? [] }
      : null
  }

  /** Hides a message, or shows it again. Says who wrote it and when that was done; null if there is no such message. */
  async setMessageHidden(admission: Admission, seq: number, isHidden: boolean): Promise<{ authorId: string; at: number } | null> {
    const now = await this.#now()
    if (!this.#room.admissions.accept(admission)) return null
    return hideMessage(this.#room, admission.userId, seq, isHidden, now)
  }

  /** Pins a message, or takes the pin away. Null if it is so now. */
  async setMessagePinned(admission: Admission, seq: number, isPinned: boolean): Promise<ReturnType<typeof pinMessage>> {
    const now = await this.#now()
    return this.#inTurn(admission.userId, () =>
      this.#room.admissions.accept(admission) ? pinMessage(this.#room, admission.userId, seq, isPinned, now) : 'NotFound',
    )
  }

  /** In slow mode, whoever does not keep order writes one message in this time; null turns it off. Null if nothing changed. */
  async setSlowMode(admission: Admission, pause: SlowPause): Promise<{ at: number } | null> {
    const at = await this.#now()
    return this.#room.admissions.accept(admission) && setSlowMode(this.#room, pause, at) ? { at } : null
  }

  /** Closes the poll of a message before its time. Null if it is closed now. */
  closePoll(admission: Admission, seq: number): ReturnType<typeof closePoll> {
    return this.#room.admissions.accept(admission) ? closePoll(this.#room, admission, seq) : 'NotFound'
  }

  /** The newest messages with all words of `q` that are older than `before`. Null if the permission is out of date. */
  search(admission: Admission, { q, before, limit }: { q: string; before?: number | undefined; limit?: number }) {
    const { admissions, search, hidden, log } = this.#room
    if (!admissions.accept(admission)) return null
    const { seqs, next } = search.find(q, before ?? Number.MAX_SAFE_INTEGER, hidden.of(admission.userId), limit)
    const hiddenIds = hidden.of(admission.userId)
    const bySeq = this.#room.files.listBySeq(seqs)
    const messages = log.listBySeqs(seqs).map((message) => addFiles(seeWords(message, admission.userId, hiddenIds), bySeq))
    return { messages, next }
  }

  /** The person sends in another conversation too. Returns how many messages they have sent here, if any. */
  shareSends(userId: string): FrameCount | null {
    return this.#room.sendLimit.share(userId)
  }

  /** The person who was written to wants to read more. */
  accept(): void {
    this.#room.accept()
  }

  /**
   * Closes the sockets of people, or of everybody. Sockets that were allowed before this moment are refused. With `mayReturn` they may
   * connect again, because a block has changed what they see.
   */
  closeSockets(userIds: readonly string[] | null, { mayReturn = false }: { mayReturn?: boolean } = {}): void {
    this.#room.admissions.end(userIds, Date.now())
    const sockets = userIds?.flatMap((userId) => this.ctx.getWebSockets(userId)) ?? this.ctx.getWebSockets()
    for (const socket of sockets)
      if (mayReturn) socket.close(readmitCode, 'connect again')
      else socket.close(removedCode, 'no longer in this conversation')
    this.#room.here.tellSoon()
  }

  /** The person lets others see that they are online, or no longer does. */
  setSharesOnline(userId: string, sharesOnline: boolean): void {
    for (const socket of this.ctx.getWebSockets(userId).filter(isOpen)) attach(socket, { sharesOnline })
    this.#room.here.tellSoon()
  }

  /** Closes the sockets of a session that has ended. */
  endSession(userId: string, sessionId: string): void {
    this.#room.admissions.endSession(sessionId)
    for (const socket of this.ctx.getWebSockets(userId))
      if (readAttachment(socket).sessionId === sessionId) socket.close(sessionEndedCode, 'signed out')
    this.#room.here.tellSoon()
  }

  /** Deletes the words of a person whose account is deleted. */
  async eraseAuthor(userId: string): Promise<void> {
    this.closeSockets([userId])
    const now = await this.#now()
    await eraseAuthor(this.#room, userId, now)
    await sweepFiles(this.#room, this.env.FILES, now)
  }

  /** Forgets everything, because what the conversation is about is deleted. Nobody comes back. */
  async empty(): Promise<void> {
    this.closeSockets(null)
    const { storage } = this.ctx
    this.#room.files.eraseAll()
    await sweepFiles(this.#room, this.env.FILES, await this.#now())
    await storage.deleteAlarm()
    await storage.deleteAll()
    migrate(storage)
    this.#room = this.#openRoom()
    this.#room.admissions.end(null, Date.now())
  }

  /** The link that a job is about. Null if there is nothing to do. */
  takeLink(link: DueLink): { url: string; authorId: string } | null {
    return takeLink(this.#room, link)
  }

  /** What the page of a link says; null if it says nothing. */
  storePreview(link: DueLink, preview: LinkPreview | null): void {
    storePreview(this.#room, link, preview)
  }

  listOf(userId: string, after: number, limit: number): LogMessage[] {
    return this.#room.log.listOf(userId, after, limit)
  }

  listReactionsOf(userId: string, after: { seq: number; emoji: string }, limit: number): { seq: number; emoji: string; at: number }[] {
    return this.#room.reactions.listOf(userId, after, limit)
  }

  listPollsOf(userId: string, after: number, limit: number): { seq: number; question: string; options: string[] }[] {
    return this.#room.polls.listOf(userId, after, limit)
  }

  listVotesOf(userId: string, after: number, limit: number): { seq: number; at: number; answers: string[] }[] {
    return this.#room.polls.listVotesOf(userId, after, limit)
  }

  override async webSocketMessage(socket: WebSocket, text: string | ArrayBuffer): Promise<void> {
    // Frames that were sent before we closed the socket can still arrive.
    if (socket.readyState !== WebSocket.OPEN) return
    const frames = countFrame(this.#frames.get(socket), Date.now(), sendWindow)
    if (frames.count > maxFrames) return socket.close(policyViolationCode, 'too many frames')
    this.#frames.set(socket, frames)
    const result = readFrame(text, ClientFrame, maxFrameLength)
    if (result.ok) return this.#answer(socket, result.frame)
    // Also one that is too long. Whoever sends many of them is disconnected above.
    sendFrame(socket, { type: 'refused', reason: result.reason })
  }

  override webSocketClose(socket: WebSocket): void {
    // Both sides must close a socket: without our close the browser's socket stays half closed.
    if (socket.readyState === WebSocket.CLOSING) socket.close(1000)
    this.#room.here.tellSoon()
  }

  override webSocketError(): void {
    this.#room.here.tellSoon()
  }

  /** What the job of an alert needs to know about the messages from this one on. */
  readBurst(fromSeq: number): Burst {
    return readBurst(this.#room.log, fromSeq, this.ctx.getWebSockets().filter(isOpen).map(readAttachment))
  }

  /**
   * Writes the last message and the read marks to D1, sends the alert that is due, asks for the pages of links, and deletes files. If one of
   * the first three fails, the runtime calls it again. D1 and the queue can be away for longer than that.
   */
  override async alarm({ retryCount = 0 }: Partial<AlarmInvocationInfo> = {}): Promise<void> {
    try {
      let goneIds: string[] = []
      await this.#room.writeSummary(async (summary) => {
        goneIds = await this.saveSummary(summary)
      })
      for (const userId of goneIds) await this.eraseAuthor(userId)
      await this.tellReaders(this.#room.takeCaughtUp())
      await this.#room.sendAlert((alert) => this.sendAlert(alert))
      await this.#room.askForPages((conversationId, links) => this.loadPages(conversationId, links))
    } catch (error) {
      if (retryCount < maxRetries) throw error
      logLine('error', 'summary-not-saved', getErrorFields(error))
      return this.ctx.storage.setAlarm(Date.now() + retryDelay)
    }
    this.#room.here.tellSoon()
    await this.#room.scheduleLook()
    const now = await this.#now()
    try {
      await sweepFiles(this.#room, this.env.FILES, now)
      await this.#room.scheduleSweep(now)
    } catch (error) {
      // R2 can be away for longer too.
      logLine('warn', 'files-not-deleted', getErrorFields(error))
      await this.#room.scheduleSweep(now, retryDelay)
    }
  }

  async #answer(socket: WebSocket, frame: ClientFrame): Promise<void> {
    const now = await this.#now()
    // It may have been closed while we waited.
    const act = () => (isOpen(socket) ? handleFrame(this.#room, readAttachment(socket), frame, now) : null)
    const answer = uncounted.has(frame.type) ? act() : await this.#inTurn(readAttachment(socket).userId, act)
    if (answer && isOpen(socket)) sendFrame(socket, answer)
  }

  /** Does what counts as sending, when it is known whether the person sends too much in all conversations together. */
  #inTurn<Result>(userId: string, act: () => Result): Promise<Result> {
    const ask = async (sends: FrameCount) => {
      const conversationId = this.#room.facts.get('conversationId')
      if (conversationId === null) return maxSends
      return this.env.PRESENCE.getByName(userId)
        .takeSends(userId, conversationId, sends)
        .catch((error: unknown) => {
          logLine('warn', 'sends-not-compared', getErrorFields(error))
          return maxSends
        })
    }
    return this.#room.sendLimit.inTurn(userId, ask, act)
  }

  #openRoom(): Room {
    return new Room(this.ctx, makeSiteRules(getSettings(this.env), 'pages'))
  }

  async #now(): Promise<number> {
    return Date.now() + (await readClockOffset(this.env))
  }
}
